import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { capitalized, type QueueRow, queueNames, queues as queueTable } from '../../shared/runtime/stores.ts';
import type { QueueStacks } from '../resources/queues.ts';
import { type OtherFunctionName, otherFunctions } from './others.ts';
import { type FunctionContext, ServiceFunction, type ServiceFunctionProps } from './serviceFunction.ts';

type WorkerName = Exclude<OtherFunctionName, 'authorizer'>;
type Consumer = (typeof queueTable)[keyof typeof queueTable]['consumer'];

/** The workers without a queue. `id` is the rule's construct id. */
const schedules = {
  sweepDue: { id: 'EveryMinute', description: 'Looks for work that is due', minutes: 1 },
  countUsage: { id: 'EveryFiveMinutes', description: 'Counts what is stored', minutes: 5 },
  sealActivity: { id: 'EveryMinuteToSeal', description: 'Seals activity', minutes: 1 },
} as const satisfies Record<Exclude<WorkerName, Consumer>, object>;

interface WorkersProps extends FunctionContext {
  /** The nested stacks with the workers of their queues. */
  readonly stacks: QueueStacks;
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
}

/** The background workers: the consumers of the queues and the scheduled functions. */
export class Workers extends Construct {
  readonly functions: Readonly<Record<WorkerName, lambda.Function>>;

  constructor(scope: Construct, id: string, { baseUrl, stacks, ...context }: WorkersProps) {
    super(scope, id);
    const { auditKey } = context.data;
    const variables: Partial<Record<WorkerName, ServiceFunctionProps['variables']>> = {
      // The events of this worker contain a document and a version as the API presents them, with their URLs.
      processVersion: { serviceBaseUrl: baseUrl },
      // Its events and entries are like those of the API.
      recordAccessRequest: { serviceBaseUrl: baseUrl },
      // Mails have links to the service.
      sendMail: { serviceBaseUrl: baseUrl },
      sealActivity: { auditKeyId: auditKey.keyArn },
    };
    const names = (Object.keys(otherFunctions) as OtherFunctionName[]).filter(
      (name) => name !== 'authorizer',
    );
    this.functions = Object.fromEntries(
      names.map((name) => [name, this.#worker(name, context, variables[name] ?? {}, stacks)]),
    ) as Record<WorkerName, lambda.Function>;

    for (const [name, { id, description, minutes }] of Object.entries(schedules)) {
      const run = this.functions[name as keyof typeof schedules];
      // The next run does the work that a failed run has left.
      run.configureAsyncInvoke({ retryAttempts: 0 });
      const event = events.RuleTargetInput.fromObject({});
      new events.Rule(this, id, {
        description,
        schedule: events.Schedule.rate(Duration.minutes(minutes)),
        targets: [new targets.LambdaFunction(run, { event, retryAttempts: 0 })],
      });
    }
    // Only the policy of the KMS key names the role. If the role named the key too, the two would form a circular dependency.
    auditKey.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ArnPrincipal(this.functions.sealActivity.role?.roleArn ?? '')],
        actions: ['kms:Sign'],
        resources: ['*'],
      }),
    );
  }

  /** Creates a worker with its event sources. Each source has a concurrency that the other sources cannot use. */
  #worker(
    name: WorkerName,
    context: FunctionContext,
    variables: NonNullable<ServiceFunctionProps['variables']>,
    stacks: QueueStacks,
  ): lambda.Function {
    const sources = queueNames.filter((queue) => queueTable[queue].consumer === name);
    const used = sources.reduce((sum, queue) => sum + queueTable[queue].maxConcurrency, 0);
    const [stack] = sources.map((queue) => (queueTable[queue] as QueueRow).stack);
    const worker = new ServiceFunction(stack ? stacks[stack] : this, capitalized(name), {
      ...context,
      name,
      spec: otherFunctions[name],
      variables,
      // The sum of the concurrencies of the worker's event sources. A schedule counts as 1, because its runs never overlap.
      ...(context.settings.reservedWorkerConcurrency && { reservedConcurrency: used || 1 }),
    }).function;
    for (const queue of sources) {
      const { eventSource, batchSize, maxConcurrency } = queueTable[queue];
      worker.addEventSourceMapping(eventSource, {
        eventSourceArn: context.queues[queue].queue.queueArn,
        batchSize,
        maxConcurrency,
        // After a partial failure, only the failed messages come again.
        reportBatchItemFailures: true,
      });
    }
    return worker;
  }
}
