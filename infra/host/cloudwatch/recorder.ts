import { callJson, type JsonService } from '../awsJson.ts';
import type { StackDefinition } from '../template/stack.ts';
import { type Alarm, evaluateAlarms } from './alarms.ts';
import { Metrics } from './metrics.ts';

interface QueueNumbers {
  readonly waiting: number;
  /** The time of the oldest message that is not deleted, in epoch milliseconds; null without messages. */
  readonly oldestSentAtMilliseconds: number | null;
  /** The messages received since the last call. */
  readonly received: number;
}

/** SQS reports its metrics once a minute. */
const sampleMilliseconds = 60_000;

/** The metrics that the stack's alarms watch. Each metric is recorded where its value arises, as in AWS. */
export class Recorder {
  readonly #stack: StackDefinition;
  readonly #sqs: JsonService;
  readonly #metrics: Metrics;
  readonly #timer: NodeJS.Timeout;

  constructor(stack: StackDefinition, sqs: JsonService, now?: () => number) {
    this.#stack = stack;
    this.#sqs = sqs;
    this.#metrics = new Metrics(now);
    this.#timer = setInterval(() => this.sampleQueues().catch(() => undefined), sampleMilliseconds);
    this.#timer.unref();
  }

  invoked(functionName: string, isError: boolean, milliseconds: number): void {
    this.#add('AWS/Lambda', 'Invocations', 'FunctionName', functionName, 1);
    this.#add('AWS/Lambda', 'Errors', 'FunctionName', functionName, isError ? 1 : 0);
    this.#add('AWS/Lambda', 'Duration', 'FunctionName', functionName, milliseconds);
  }

  /** Records a mail that SES accepted from the account. */
  sentMail(): void {
    this.#metrics.series({ Namespace: 'AWS/SES', MetricName: 'Send', Dimensions: [] }).add(1);
  }

  /** Records the rates by which SES judges the account. */
  rated(bounces: number, complaints: number): void {
    this.#metrics
      .series({ Namespace: 'AWS/SES', MetricName: 'Reputation.BounceRate', Dimensions: [] })
      .add(bounces);
    this.#metrics
      .series({ Namespace: 'AWS/SES', MetricName: 'Reputation.ComplaintRate', Dimensions: [] })
      .add(complaints);
  }

  answered(apiName: string, status: number, milliseconds: number): void {
    this.#add('AWS/ApiGateway', 'Count', 'ApiName', apiName, 1);
    this.#add('AWS/ApiGateway', '4XXError', 'ApiName', apiName, status >= 400 && status < 500 ? 1 : 0);
    this.#add('AWS/ApiGateway', '5XXError', 'ApiName', apiName, status >= 500 ? 1 : 0);
    this.#add('AWS/ApiGateway', 'Latency', 'ApiName', apiName, milliseconds);
  }

  /** Records the metrics that are derived from the fields of a function's log line. */
  wrote(logGroup: string | undefined, line: object): void {
    for (const { logGroup: of, field, metric } of this.#stack.logMetrics) {
      if (of !== logGroup || !(field in line)) continue;
      const value = Number(Object.getOwnPropertyDescriptor(line, field)?.value);
      if (Number.isFinite(value)) this.#metrics.series(metric).add(value);
    }
  }

  async sampleQueues(): Promise<void> {
    for (const { name, url } of this.#stack.queues) {
      const numbers = (await callJson(this.#sqs, 'DescribeQueueNumbers', { QueueUrl: url })) as QueueNumbers;
      const { waiting, oldestSentAtMilliseconds: oldest, received } = numbers;
      const ageSeconds = oldest === null ? 0 : Math.max(0, (this.#metrics.now() - oldest) / 1000);
      const add = (metric: string, value: number) => this.#add('AWS/SQS', metric, 'QueueName', name, value);
      add('ApproximateNumberOfMessagesVisible', waiting);
      add('ApproximateAgeOfOldestMessage', ageSeconds);
      add('NumberOfMessagesReceived', received);
    }
  }

  async alarms(): Promise<Alarm[]> {
    await this.sampleQueues();
    return evaluateAlarms(this.#stack.alarms, this.#stack.compositeAlarms, this.#metrics);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #add(namespace: string, name: string, dimension: string, value: string, number: number): void {
    const Dimensions = [{ Name: dimension, Value: value }];
    this.#metrics.series({ Namespace: namespace, MetricName: name, Dimensions }).add(number);
  }
}
