import { accessLogFields } from '../../infra/api/accessLog.ts';
import { memoryMegabytesDefault } from '../../infra/functions/spec.ts';
import { type StoreCall, stepsOf, sumOfUnits } from '../support/stages/recorder.ts';
import { prices } from './prices.ts';

/** The measured needs of an invocation. */
export interface Need {
  readonly calls: readonly StoreCall[];
  readonly cpuMilliseconds: number;
  readonly logLines: readonly string[];
}

/** The items of a bill, in dollars. */
const items = [
  'API Gateway',
  'Lambda',
  'DynamoDB',
  'S3',
  'SQS',
  'KMS',
  'SES',
  'logs',
  'traces',
  'out',
] as const;
export type Bill = Readonly<Record<(typeof items)[number], number>>;

export const nothing = Object.fromEntries(items.map((item) => [item, 0])) as Bill;

/** Assumed within one region: the milliseconds that a call takes besides the function's own CPU time. */
export const latencies: Readonly<Record<string, number>> = {
  'dynamodb TransactWriteItems': 10,
  dynamodb: 4,
  's3 PutObject': 40,
  's3 CopyObject': 40,
  s3: 25,
  sqs: 8,
  kms: 6,
  ses: 100,
  aoss: 50,
};

/** The memory that gives a function one whole vCPU (AWS Lambda, "Configure memory"). */
const wholeCpuMegabytes = 1769;

/** Returns the milliseconds that an invocation is billed. A function computes in one thread at a time. */
export function lambdaMilliseconds({ calls, cpuMilliseconds }: Need, megabytes: number): number {
  const waiting = stepsOf(calls).reduce((sum, step) => sum + Math.max(...step.map(latencyOf)), 0);
  return Math.ceil(waiting + cpuMilliseconds / Math.min(megabytes / wholeCpuMegabytes, 1));
}

const latencyOf = ({ name }: StoreCall): number =>
  latencies[name] ?? latencies[name.split(' ')[0] ?? ''] ?? 0;

const lambdaDollars = (need: Need, megabytes: number): number =>
  prices.lambda.request +
  (lambdaMilliseconds(need, megabytes) / 1000) * (megabytes / 1024) * prices.lambda.gigabyteSecond;

/** The optional log lines and traces. */
export interface Observed {
  /** Lambda's own log lines at the beginning and the end of each invocation. */
  readonly platformLines: boolean;
  /** The service's own log lines about successes. */
  readonly ownLines: boolean;
  /** The share of requests that are traced. */
  readonly tracedShare: number;
}

/** The bytes that CloudWatch Logs adds to the size of each line (Amazon CloudWatch Logs, "PutLogEvents"). */
const lineOverheadBytes = 26;

/** The lines that Lambda writes as text: START, END, and REPORT with the addition for X-Ray. */
const platformLines = [
  `START RequestId: ${'x'.repeat(36)} Version: $LATEST\n`,
  `END RequestId: ${'x'.repeat(36)}\n`,
  `REPORT RequestId: ${'x'.repeat(36)}\tDuration: 12.34 ms\tBilled Duration: 13 ms\tMemory Size: 1024 MB\tMax Memory Used: 120 MB\t\n` +
    `XRAY TraceId: 1-${'x'.repeat(33)}\tSegmentId: ${'x'.repeat(16)}\tSampled: true\t\n`,
];

/** The usual lengths of the values in the access log. */
const accessLogBytes: Readonly<Record<keyof typeof accessLogFields, number>> = {
  request_id: 36,
  time: 26,
  ip: 13,
  method: 4,
  route: 33,
  path: 51,
  status: 3,
  principal: 40,
  responseBytes: 3,
  responseMilliseconds: 2,
  integrationMilliseconds: 2,
  errorType: 1,
  errorMessage: 1,
  authorizerError: 1,
  integrationError: 1,
  traceId: 35,
};

const bytesOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + lineOverheadBytes, 0);

const accessLineBytes = (): number =>
  Buffer.byteLength(
    JSON.stringify(Object.fromEntries(Object.keys(accessLogFields).map((field) => [field, '']))),
  ) +
  Object.values(accessLogBytes).reduce((sum, bytes) => sum + bytes, 0) +
  lineOverheadBytes;

/** Returns the bill of one invocation. */
export function billOf(need: Need, megabytes = memoryMegabytesDefault, observed: Observed): Bill {
  const { calls } = need;
  const count = (pattern: RegExp): number => calls.filter(({ name }) => pattern.test(name)).length;
  const lines = [
    ...(observed.ownLines ? need.logLines : []),
    ...(observed.platformLines ? platformLines : []),
  ];
  return {
    ...nothing,
    Lambda: lambdaDollars(need, megabytes),
    DynamoDB:
      sumOfUnits(calls, 'readUnits') * prices.dynamodb.readUnit +
      sumOfUnits(calls, 'writeUnits') * prices.dynamodb.writeUnit,
    S3: count(/^s3 (Put|Copy)/) * prices.s3.put + count(/^s3 (Get|Head)/) * prices.s3.get,
    SQS: count(/^sqs/) * (prices.sqs.request + prices.sqs.fairRequest),
    KMS: count(/^kms (?!Sign$)/) * prices.kmsRequest + count(/^kms Sign$/) * prices.kmsSignature,
    SES: count(/^ses/) * prices.sesMail,
    logs: (bytesOf(lines) / 1e9) * prices.logsGigabyte,
  };
}

/** Assumed: the size of an answer's headers, including those that API Gateway adds. */
const headerBytes = 700;

/** Returns the bill of a request without the invocations of authorizer and operation. */
export const requestBill = (answerBytes: number, { tracedShare }: Observed): Bill => ({
  ...nothing,
  'API Gateway': prices.apiGatewayRequest,
  logs: (accessLineBytes() / 1e9) * prices.logsGigabyte,
  traces: tracedShare * prices.trace,
  out: ((answerBytes + headerBytes) / 1e9) * prices.outGigabyte,
});

/** The bill of receiving and deleting a message that calls a worker. Sending it is billed to the sender. */
export const messageBill: Bill = { ...nothing, SQS: 2 * (prices.sqs.request + prices.sqs.fairRequest) };

export const add = (...bills: readonly Bill[]): Bill =>
  bills.reduce((sum, bill) => mapBill(sum, (item, dollars) => dollars + bill[item]), nothing);

export const times = (count: number, bill: Bill): Bill => mapBill(bill, (_, dollars) => dollars * count);

export const total = (bill: Bill): number => items.reduce((sum, item) => sum + bill[item], 0);

const mapBill = (bill: Bill, change: (item: keyof Bill, dollars: number) => number): Bill =>
  Object.fromEntries(items.map((item) => [item, change(item, bill[item])])) as Bill;
