/**
 * What AWS asks in us-east-1, in US dollars, without free tiers and discounts for volume, as of November 2026: the pricing pages
 * of each service, as quoted in June 2026 and before. They change seldom: the last that matters here was DynamoDB's, halved in
 * November 2024. A bill says what is true.
 */
export const prices = {
  /** Amazon API Gateway: a REST API's first 333 million requests a month. */
  apiGatewayRequest: 3.5e-6,
  lambda: {
    request: 0.2e-6,
    /** arm64, the first 7.5 billion a month; each millisecond that begins counts. */
    gigabyteSecond: 0.0000133334,
  },
  /** Amazon DynamoDB, on demand. */
  dynamodb: { readUnit: 0.125e-6, writeUnit: 0.625e-6 },
  /** Amazon S3 Standard. */
  s3: { put: 5e-6, get: 0.4e-6 },
  /** Amazon SQS: a standard queue's request, and what a fair queue's asks on top. */
  sqs: { request: 0.4e-6, fairRequest: 0.1e-6 },
  kmsRequest: 3e-6,
  /** Amazon CloudWatch Logs, taken in. Keeping them for a month is 0.03 more for what is left when they are compressed. */
  logsGigabyte: 0.5,
  /** AWS X-Ray, recorded. */
  trace: 5e-6,
  /** Amazon EC2, "Data transfer": to the internet, the first 10 TB a month. What comes in is free. */
  outGigabyte: 0.09,
  /** By the month, whether anybody comes or not. */
  month: {
    alarm: 0.1,
    kmsKey: 1,
    /** Amazon S3 Standard, the first 50 TB. */
    s3Gigabyte: 0.023,
    /** Amazon DynamoDB, standard table class, and its point-in-time recovery. */
    dynamodbGigabyte: 0.25,
    pointInTimeGigabyte: 0.2,
  },
} as const;
