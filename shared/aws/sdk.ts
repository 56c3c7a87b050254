/**
 * The parts of the AWS SDK that are not the entry of a package: its rules for endpoints, settings, retries, errors and protocols. A release
 * of the SDK may move them without notice. So they are imported only here, and a test fails if another file imports such a part. A bundle
 * has only the parts that its function uses.
 */
export { bdd as dynamoDbRules } from '@aws-sdk/client-dynamodb/dist-es/endpoint/bdd.js';
export * as dynamoDbParameters from '@aws-sdk/client-dynamodb/dist-es/endpoint/EndpointParameters.js';
export { bdd as kmsRules } from '@aws-sdk/client-kms/dist-es/endpoint/bdd.js';
export * as kmsParameters from '@aws-sdk/client-kms/dist-es/endpoint/EndpointParameters.js';
export { bdd as s3Rules } from '@aws-sdk/client-s3/dist-es/endpoint/bdd.js';
export * as s3Parameters from '@aws-sdk/client-s3/dist-es/endpoint/EndpointParameters.js';
export {
  NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS,
  resolveAccountIdEndpointModeConfig,
} from '@aws-sdk/core/account-id-endpoint';
export { awsEndpointFunctions, getRecursionDetectionPlugin } from '@aws-sdk/core/client';
export { loadRestXmlErrorCode, parseXmlErrorBody } from '@aws-sdk/core/protocols';
export { formatUrl } from '@aws-sdk/core/util';
export { Sha256 } from '@smithy/core/checksum';
export { constructStack, decorateServiceException, ServiceException } from '@smithy/core/client';
export {
  loadConfig,
  NODE_REGION_CONFIG_FILE_OPTIONS,
  NODE_REGION_CONFIG_OPTIONS,
  NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS,
  NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS,
  resolveRegionConfig,
} from '@smithy/core/config';
export {
  type BinaryDecisionDiagram,
  customEndpointFunctions,
  decideEndpoint,
  getEndpointFromInstructions,
  resolveEndpointConfig,
} from '@smithy/core/endpoints';
export { HttpRequest, loadJsonRpcErrorCode, parseUrl } from '@smithy/core/protocols';
export { getRetryPlugin, NODE_RETRY_MODE_CONFIG_OPTIONS, resolveRetryConfig } from '@smithy/core/retry';
