import type { EndpointParameterInstructions } from '@smithy/types';
import {
  awsEndpointFunctions,
  type BinaryDecisionDiagram,
  customEndpointFunctions,
  decideEndpoint,
  getEndpointFromInstructions,
  parseUrl,
  resolveEndpointConfig,
} from './sdk.ts';
import type { Settings } from './settings.ts';

customEndpointFunctions.aws = awsEndpointFunctions;

/** The SDK's rules for the endpoints of a service, and their parameters. */
interface Rules {
  /** The service's name in the variables and files that can set its endpoint. */
  readonly serviceId: string;
  readonly bdd: BinaryDecisionDiagram;
  readonly commonParams: EndpointParameterInstructions;
  resolveClientEndpointParameters<T>(settings: T): T;
}

type Params = Parameters<typeof decideEndpoint>[1]['endpointParams'];

/** The endpoints of S3 also depend on the bucket. */
const bucketParam: EndpointParameterInstructions = { Bucket: { type: 'contextParams', name: 'Bucket' } };

/**
 * Returns a function that resolves the endpoint of a service, or of a bucket, as the SDK does. The function caches each endpoint, because
 * the settings do not change while a process runs. It does not cache a failure, because credentials that were missing may be available at
 * the next attempt.
 */
export function endpointsOf(
  settings: Settings,
  { serviceId, bdd, commonParams, resolveClientEndpointParameters }: Rules,
) {
  const config = resolveEndpointConfig({
    ...resolveClientEndpointParameters(settings),
    serviceId,
    urlParser: parseUrl,
    endpointProvider: (endpointParams) => decideEndpoint(bdd, { endpointParams: endpointParams as Params }),
  });
  const instructions = { getEndpointParameterInstructions: () => ({ ...commonParams, ...bucketParam }) };
  const resolved = new Map<string | undefined, Promise<URL>>();
  return (Bucket?: string): Promise<URL> => {
    const known = resolved.get(Bucket);
    if (known) return known;
    const endpoint = getEndpointFromInstructions({ Bucket }, instructions, config)
      .then(({ url }) => url)
      .catch((error: unknown) => {
        resolved.delete(Bucket);
        throw error;
      });
    resolved.set(Bucket, endpoint);
    return endpoint;
  };
}
