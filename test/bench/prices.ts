/**
 * The prices of AWS in us-east-1, in US dollars, without free tiers and discounts for volume, as of November 2026. Sources: the
 * pricing pages of each service, as quoted in June 2026 and before. Prices change seldom; the last change that matters here was in
 * November 2024, when DynamoDB halved its prices. A bill shows the true prices.
 */
export const prices = {
  /** Amazon API Gateway: REST API, the first 333 million requests a month. */
  apiGatewayRequest: 3.5e-6,
  lambda: {
    request: 0.2e-6,
    /** arm64, the first 7.5 billion a month. A begun millisecond counts as a whole one. */
    gigabyteSecond: 0.0000133334,
  },
  /** Amazon DynamoDB, on demand. */
  dynamodb: { readUnit: 0.125e-6, writeUnit: 0.625e-6 },
  /** Amazon S3 Standard. */
  s3: { put: 5e-6, get: 0.4e-6 },
  /** Amazon SQS: a request to a standard queue, and the addition for a fair queue. */
  sqs: { request: 0.4e-6, fairRequest: 0.1e-6 },
  /** AWS KMS: a request with a symmetric key, and a signature with an elliptic curve. */
  kmsRequest: 3e-6,
  kmsSignature: 15e-6,
  /** Amazon SES, a mail that is sent. */
  sesMail: 1e-4,
  /** Amazon CloudWatch Logs: data that is received. */
  logsGigabyte: 0.5,
  /** AWS WAF: a request that a web ACL looks at. */
  wafRequest: 0.6e-6,
  /** Amazon OpenSearch Serverless: an hour of an OCU, for searches or for writing. */
  searchCapacityHour: 0.24,
  /** AWS X-Ray: a recorded trace. */
  trace: 5e-6,
  /** Amazon EC2, "Data transfer": to the internet, the first 10 TB a month. Incoming data is free. */
  outGigabyte: 0.09,
  /** Prices for each month, with or without requests. */
  month: {
    alarm: 0.1,
    kmsKey: 1,
    /** Amazon S3 Standard, the first 50 TB. */
    s3Gigabyte: 0.023,
    /** Amazon DynamoDB: the standard table class, and point-in-time recovery. */
    dynamodbGigabyte: 0.25,
    pointInTimeGigabyte: 0.2,
    /** Amazon OpenSearch Serverless: the index. */
    searchGigabyte: 0.024,
    /** Amazon CloudWatch Logs: a compressed gigabyte that is kept. */
    keptLogsGigabyte: 0.03,
    /** AWS WAF: a web ACL, and each rule or group of AWS in it. */
    webAcl: 5,
    webAclRule: 1,
  },
} as const;
