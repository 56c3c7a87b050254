import * as z from 'zod/mini';
import type { Invokers } from './invokers.ts';
import type { QueueDefinition } from './stores.ts';
import type { TemplateReader } from './templateReader.ts';

const functionSchema = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Runtime: z.string(),
  LoggingConfig: z.optional(z.object({ LogGroup: z.optional(z.string()) })),
  Role: z.string(),
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.coerce.string()) })),
  // AWS::Lambda::Function's own defaults.
  MemorySize: z._default(z.number(), 128),
  Timeout: z._default(z.number(), 3),
});

export type FunctionDefinition = ReturnType<typeof readFunctions>[number];

export const readFunctions = (
  reader: TemplateReader,
  assetDirectories: ReadonlyMap<string, string>,
  overriding: Readonly<Record<string, string>> = {},
) =>
  reader.read('AWS::Lambda::Function', functionSchema).map(({ logicalId, properties }) => {
    const assetDirectory = assetDirectories.get(properties.Code.S3Key);
    if (!assetDirectory) throw new Error(`The assembly has no folder for the code of ${logicalId}.`);
    const variables = Object.entries(properties.Environment?.Variables ?? {});
    return {
      logicalId,
      /** The name of its construct, such as `createDocument`. */
      label: reader.names.label(logicalId),
      name: reader.names.physicalName(logicalId),
      arn: reader.names.attribute(logicalId, 'Arn') ?? '',
      roleArn: properties.Role,
      /** The folder that would be zipped and uploaded. */
      assetDirectory,
      handler: properties.Handler,
      runtime: properties.Runtime,
      logGroup: properties.LoggingConfig?.LogGroup,
      environment: Object.fromEntries(
        variables.map(([name, value]) => [name, overriding[name] ?? reader.names.withOwnAddress(value)]),
      ),
      memoryMegabytes: properties.MemorySize,
      timeoutSeconds: properties.Timeout,
    };
  });

/** The maximum of Lambda for a standard queue without a batching window, and of SQS for one receive. */
const maxBatchSize = 10;
/** Lambda starts with five pollers (AWS Lambda, "Using Lambda with Amazon SQS"); enough for one machine. */
const defaultConcurrency = 5;
/**
 * The most invocations for one event source that overlap on this host, regardless of the template's limit. On this host, the invocations
 * of a function all run in one thread and share the SDK's 50 sockets to a store. The connection timeout of a second includes the wait for
 * a socket. With this maximum for each of two or three event sources, enough sockets are free.
 */
export const maxConcurrency = 16;

const eventSourceSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z._default(z.number(), maxBatchSize),
  Enabled: z._default(z.boolean(), true),
  FunctionResponseTypes: z._default(z.array(z.literal('ReportBatchItemFailures')), []),
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
});
// A batching window only delays incomplete batches. This host ignores the window, so such batches are delivered sooner.
const eventSourcePropertiesIgnored = ['MaximumBatchingWindowInSeconds', 'Tags'];

export type EventSourceDefinition = ReturnType<typeof readEventSources>[number];

export const readEventSources = (
  reader: TemplateReader,
  queues: readonly QueueDefinition[],
  functionIdOf: (arn: string) => string,
) =>
  reader
    .read('AWS::Lambda::EventSourceMapping', eventSourceSchema, eventSourcePropertiesIgnored)
    .filter(({ properties }) => properties.Enabled)
    .map(({ logicalId, properties }) => {
      const queue = queues.find(({ arn }) => arn === properties.EventSourceArn);
      if (!queue)
        throw new Error(`${logicalId} reads ${properties.EventSourceArn}, which is not one of the queues.`);
      const name = properties.FunctionName;
      const limit = properties.ScalingConfig?.MaximumConcurrency ?? defaultConcurrency;
      return {
        queueUrl: queue.url,
        queueArn: queue.arn,
        functionId: functionIdOf(name.startsWith('arn:') ? name : functionArn(reader, name)),
        batchSize: Math.min(properties.BatchSize, maxBatchSize),
        maximumConcurrency: Math.min(limit, maxConcurrency),
        reportsBatchItemFailures: properties.FunctionResponseTypes.length > 0,
      };
    });

const functionArn = (reader: TemplateReader, name: string): string =>
  `arn:aws:lambda:${reader.names.ref('AWS::Region')}:${reader.names.ref('AWS::AccountId')}:function:${name}`;

const ruleSchema = z.object({
  ScheduleExpression: z.optional(z.string()),
  EventPattern: z.optional(z.record(z.string(), z.unknown())),
  State: z._default(z.string(), 'ENABLED'),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.optional(z.string()) })),
});
const rulePropertiesIgnored = ['Description', 'Name'];

export type ScheduleDefinition = ReturnType<typeof readSchedules>[number];

export const readSchedules = (
  reader: TemplateReader,
  functionIdOf: (arn: string) => string,
  invokers: Invokers,
) =>
  reader
    .read('AWS::Events::Rule', ruleSchema, rulePropertiesIgnored)
    .filter(({ properties }) => properties.State === 'ENABLED' && !properties.EventPattern)
    .flatMap(({ logicalId, properties }) => {
      const ruleArn = reader.names.attribute(logicalId, 'Arn') ?? '';
      const service = 'events.amazonaws.com';
      return properties.Targets.map((target) => ({
        logicalId,
        ruleArn,
        intervalMinutes: intervalMinutes(properties.ScheduleExpression ?? ''),
        functionId: functionIdOf(target.Arn),
        mayBeInvoked: invokers.mayInvoke({ service, functionArn: target.Arn, sourceArn: ruleArn }),
        /** Undefined: the function gets the scheduled event. */
        input: target.Input,
      }));
    });

export type EventRuleDefinition = ReturnType<typeof readEventRules>[number];

/** Reads the rules that pass on events to queues. */
export const readEventRules = (reader: TemplateReader, queues: readonly QueueDefinition[]) =>
  reader
    .read('AWS::Events::Rule', ruleSchema, rulePropertiesIgnored)
    .filter(({ properties }) => properties.State === 'ENABLED' && properties.EventPattern)
    .map(({ logicalId, properties }) => ({
      pattern: properties.EventPattern,
      queueUrls: properties.Targets.map(({ Arn }) => {
        const queue = queues.find(({ arn }) => arn === Arn);
        if (!queue) throw new Error(`${logicalId} has the target ${Arn}, which is not one of the queues.`);
        return queue.url;
      }),
    }));

const minutesIn: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/** Reads `rate(...)`, and the `cron(...)` expressions that are a rate in minutes. */
export function intervalMinutes(expression: string): number {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) return Number(rate[1]) * (minutesIn[String(rate[2])] ?? 1);
  const cron = /^cron\((?:\*|[0*]\/(\d+)) \* \* \* \? \*\)$/.exec(expression);
  if (cron) return Number(cron[1] ?? 1);
  throw new Error(`The local host does not know the schedule ${expression}.`);
}
