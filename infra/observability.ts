import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { Alarms, type Words } from './alarms.ts';
import type { Api } from './api.ts';
import { Dashboard } from './dashboard.ts';
import type { Data } from './data.ts';
import { Indicators } from './indicators.ts';
import { watchObjectives } from './objectiveAlarms.ts';
import type { Queues, WorkQueue } from './queues.ts';
import type { StageSettings } from './settings.ts';
import { abandonedIn, ageOf, completedRunsOf, deadLettersOf, errorsOf, fiveMinutes } from './watched.ts';
import type { Workers } from './workers.ts';

export interface ObservabilityProps {
  readonly settings: StageSettings;
  readonly api: Api;
  readonly data: Data;
  readonly queues: Queues;
  readonly workers: Workers;
}

/** The workers clear any burst that the API's limits let through within this time. */
const lateAfter = Duration.minutes(15);

/** Raises a few alarms, each for something that people would notice. */
export class Observability extends Construct {
  readonly #alarms: Alarms;
  readonly #stage: string;

  constructor(scope: Construct, id: string, { settings, api, data, queues, workers }: ObservabilityProps) {
    super(scope, id);
    this.#alarms = new Alarms(this, settings);
    this.#stage = settings.stage;
    const indicators = new Indicators(this, 'Indicators', { stage: settings.stage, api, workers });
    watchObjectives(this, this.#alarms, indicators);
    this.#watchApi(api);
    this.#watchProcessing(queues, workers);
    this.#watchWebhooks(queues, workers);
    this.#watchRemovals(queues);
    this.#watchPreparations(queues);
    this.#watchSchedules(workers);
    new Dashboard(this, 'Dashboard', { api, data, queues, workers, indicators });
  }

  /** Of a schedule, missing data is the fault itself. */
  #watchSchedules({ sweepDue, countUsage, sealActivity }: Workers): void {
    this.#alarms.add('SweepStopped', {
      metric: completedRunsOf(sweepDue, fiveMinutes.period),
      below: 3,
      periods: 2,
      meaning:
        'Of the sweeps of each minute fewer than three in five minutes end well, or none begins. Work whose message was ' +
        'lost is not found again: some documents may stay "processing", some webhooks and their retries wait.',
      action:
        'Read the errors in the log of SweepDue. Where it has no lines, look whether its rule is enabled and may invoke it, ' +
        'and at its throttles. Nothing is lost: the next sweep that ends finds the work.',
    });
    this.#alarms.add('CountUsageStopped', {
      metric: completedRunsOf(countUsage, Duration.minutes(30)),
      below: 1,
      meaning:
        'No count of what is stored has ended well in half an hour, or none begins. Quotas of some organizations are held ' +
        'against wrong counts, with failed uploads and what was removed. Uploads go on being counted.',
      action:
        'Read the errors in the log of CountUsage; they name the tenant. Where it has no lines, look whether its rule is ' +
        'enabled and may invoke it. The next count that ends puts it right.',
    });
    // A run fails while anything has waited for more than a quarter of an hour, so this is about both.
    this.#alarms.add('SealingLate', {
      metric: completedRunsOf(sealActivity, Duration.minutes(15)),
      below: 1,
      meaning:
        'Activity is not sealed: no run has ended well in a quarter of an hour, or some activity has waited for so long. Until it ' +
        'is sealed, nobody can tell whether an entry was removed or altered.',
      action:
        'Read the errors in the log of SealActivity; they name the chain. Where it has no lines, look whether its rule is enabled ' +
        'and may invoke it, and whether the KMS key AuditKeyArn is enabled. Nothing is lost: the next run that ends seals all.',
    });
  }

  /** Without it, API Gateway answers 5XX, which the objectives are about; this names the cause. */
  #watchApi({ authorizer }: Api): void {
    this.#alarms.add('AuthorizerErrors', {
      metric: errorsOf(authorizer),
      threshold: 1,
      meaning: 'Some callers cannot be identified, so that none of their requests reaches its operation.',
      action: 'Read the errors in the log of AuthorizerFunction; check that DynamoDB is available.',
    });
  }

  #watchProcessing({ processing, slowProcessing }: Queues, { processVersion }: Workers): void {
    this.#abandoned('SlowProcessingAbandoned', slowProcessing, 'ProcessVersion', {
      meaning: 'Files that take long stay "processing": they wait, and no worker takes any of them.',
    });
    for (const [id, name, queue] of [
      ['DeadLetters', 'processing', processing],
      ['SlowDeadLetters', 'slow-processing', slowProcessing],
    ] as const)
      this.#alarms.add(id, {
        metric: deadLettersOf(queue),
        threshold: 1,
        meaning:
          'Processing an uploaded document went wrong several times in a row. It is tried again every quarter of an ' +
          'hour, so it may be ready by now; if the cause is still there, it stays "processing".',
        action:
          'Take the version id from the message in the dead-letter queue, look for it in the log of ProcessVersion, ' +
          `mend the cause, then put the messages back: ${this.#redrive(name)}.`,
      });
    this.#alarms.add('ProcessingDelay', {
      metric: ageOf(processing),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning: 'People wait more than a quarter of an hour for an uploaded document to become ready.',
      action:
        'Compare the number of waiting messages with the errors and throttles of ProcessVersion: a burst of uploads ' +
        'clears by itself, errors do not. Throttles mean that the account has no concurrency left.',
    });
    this.#alarms.add('ProcessVersionErrors', {
      metric: errorsOf(processVersion),
      threshold: 3,
      meaning: 'Reading uploaded documents keeps failing; they stay "processing" and are tried again later.',
      action:
        'Read the errors in the log of ProcessVersion. One file that cannot be read ends in the dead-letter queue; ' +
        'many at once mean a defect or a store that is not available.',
    });
  }

  /** Raises none of these for endpoints that refuse or answer slowly: those are for the people who run them. */
  #watchWebhooks(queues: Queues, { fanOutEvent, deliverWebhook }: Workers): void {
    const { events, deliveries, slowDeliveries } = queues;
    this.#abandoned('SlowDeliveriesAbandoned', slowDeliveries, 'DeliverWebhook', {
      meaning:
        'Endpoints that answer slowly get no webhooks: calls to them wait, and no worker takes any of them.',
    });
    this.#alarms.add('EventDeadLetters', {
      metric: deadLettersOf(events),
      threshold: 1,
      meaning:
        'Somebody may not be told of a change: finding out which webhook endpoints an event is for went wrong several ' +
        'times in a row. It is tried again every quarter of an hour.',
      action:
        'Take the event id from the message in the dead-letter queue, look for it in the log of FanOutEvent, mend the ' +
        `cause, then put the messages back: ${this.#redrive('events')}.`,
    });
    // One alarm with a sum would miss them: a queue that is idle reports nothing, and then neither would the sum.
    for (const [id, name, queue] of [
      ['DeliveryDeadLetters', 'deliveries', deliveries],
      ['SlowDeliveryDeadLetters', 'slow-deliveries', slowDeliveries],
    ] as const)
      this.#alarms.add(id, {
        metric: deadLettersOf(queue),
        threshold: 1,
        meaning:
          'A webhook endpoint gets nothing, or late, and not through its own fault: working on its deliveries went ' +
          'wrong several times in a row. They are kept, and tried again every quarter of an hour.',
        action:
          'Take the endpoint id (webhook_id) from the message in the dead-letter queue and look for it in the log of ' +
          'DeliverWebhook; check that DynamoDB is available and the KMS key WebhookKeyArn enabled. Then put the ' +
          `messages back: ${this.#redrive(name)}.`,
      });
    this.#alarms.add('EventDelay', {
      metric: ageOf(events),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning: 'All webhooks are more than a quarter of an hour late: events wait to be fanned out.',
      action:
        'Compare the number of waiting messages with the errors and throttles of FanOutEvent: a burst of changes clears ' +
        'by itself, errors do not. Throttles mean that the account has no concurrency left.',
    });
    this.#alarms.add('DeliveryDelay', {
      metric: ageOf(deliveries),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning: 'Webhooks to endpoints that answer quickly are more than a quarter of an hour late.',
      action:
        'Compare the number of waiting messages with the errors and throttles of DeliverWebhook: a burst clears by ' +
        'itself, errors do not. Throttles mean that the account has no concurrency left. Slow endpoints have a queue of ' +
        'their own and are not the cause.',
    });
    this.#alarms.add('FanOutEventErrors', {
      metric: errorsOf(fanOutEvent),
      threshold: 3,
      meaning:
        'Nobody may be told of changes: the function that finds the webhook endpoints for them breaks off.',
      action:
        'Read the errors in the log of FanOutEvent: it cannot start, runs out of time, or out of memory. Events are ' +
        'kept for 30 days and fanned out once it works again.',
    });
    this.#alarms.add('DeliverWebhookErrors', {
      metric: errorsOf(deliverWebhook),
      threshold: 3,
      meaning:
        'Webhooks are late, and some may come twice: the function that delivers them breaks off before it has recorded ' +
        'what it did.',
      action:
        'Read the errors in the log of DeliverWebhook: it cannot start, runs out of time, or out of memory. Deliveries ' +
        'that were cut off are attempted again by themselves.',
    });
  }

  #watchRemovals({ removals }: Queues): void {
    this.#abandoned('RemovalsAbandoned', removals, 'RemoveDeleted', {
      meaning: 'Deleted documents whose time is over are kept, and count as stored: no worker removes any.',
    });
    this.#alarms.add('RemovalDeadLetters', {
      metric: deadLettersOf(removals),
      threshold: 1,
      meaning:
        'A deleted document is kept beyond its time, and counts as stored: removing it went wrong several times in a row. It is ' +
        'tried again every quarter of an hour.',
      action:
        'Take the id from the message in the dead-letter queue, look for it in the log of RemoveDeleted, mend the ' +
        `cause, then put the messages back: ${this.#redrive('removals')}.`,
    });
  }

  #watchPreparations({ preparations }: Queues): void {
    this.#alarms.add('PreparationDelay', {
      metric: ageOf(preparations),
      threshold: lateAfter.toSeconds(),
      periods: 2,
      meaning:
        'People who open a document under rules read "being prepared" for more than a quarter of an hour: pictures of its ' +
        'pages, or copies with their names, are not made.',
      action:
        'Look whether the event source mapping of PrepareCopy is enabled, and compare the number of waiting messages with its ' +
        'errors and throttles: a burst clears by itself, errors do not.',
    });
    this.#alarms.add('PreparationDeadLetters', {
      metric: deadLettersOf(preparations),
      threshold: 1,
      meaning:
        'Somebody who opened a document under rules may still read "being prepared": making their copy went wrong several ' +
        'times in a row. Their page asks again by itself.',
      action:
        'Take the ids from the message in the dead-letter queue, look for them in the log of PrepareCopy, mend the cause. ' +
        `Nobody has to wait for it, but the messages can be put back: ${this.#redrive('preparations')}.`,
    });
  }

  #redrive(queue: string): string {
    return `npm run admin -- --stage ${this.#stage} queues redrive ${queue}`;
  }

  /** How late a slow queue is depends on what its work takes; that somebody works on it does not. */
  #abandoned(id: string, queue: WorkQueue, consumer: string, { meaning }: Pick<Words, 'meaning'>): void {
    this.#alarms.add(id, {
      metric: abandonedIn(queue),
      threshold: 1,
      periods: 3,
      meaning,
      action:
        `Look whether the event source mapping of ${consumer} for this queue is enabled, at its throttles, and at the ` +
        'concurrency that the account has left.',
    });
  }
}
