import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  capitalized,
  type QueueName,
  type QueueRow,
  queueNames,
  queues as queueTable,
  separated,
} from '../../shared/runtime/stores.ts';
import type { Api } from '../api/api.ts';
import { otherFunctions } from '../functions/others.ts';
import type { QueueAlarms } from '../functions/spec.ts';
import type { Workers } from '../functions/workers.ts';
import type { Data } from '../resources/data.ts';
import { reputationOf, sentInDay } from '../resources/mail.ts';
import type { PoolGuard } from '../resources/poolGuard.ts';
import { constructsIn, type QueueStacks, type Queues, type WorkQueue } from '../resources/queues.ts';
import { codesInHour } from '../resources/signIn.ts';
import type { StageSettings } from '../stage/settings.ts';
import { Alarms } from './alarms.ts';
import { addBudget } from './budget.ts';
import { Dashboard } from './dashboard.ts';
import { Indicators, measuredIn, unansweredAfter } from './indicators.ts';
import { watchObjectives } from './objectiveAlarms.ts';
import {
  abandonedIn,
  ageOf,
  completedRunsOf,
  deadLettersOf,
  errorsOf,
  fiveMinutes,
} from './watchedMetrics.ts';

interface ObservabilityProps {
  readonly settings: StageSettings;
  readonly api: Api;
  readonly data: Data;
  readonly queues: Queues;
  readonly workers: Workers;
  /** The nested stacks with the alarms of their queues. */
  readonly stacks: QueueStacks;
}

/** Within this time the workers clear any burst that the API's limits allow. */
const lateAfter = Duration.minutes(15);

/** Raises a few alarms, each for a fault that people would notice. */
export class Observability extends Construct {
  readonly #alarms: Alarms;
  readonly #stage: string;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { settings, api, data, queues, workers } = props;
    const nested = constructsIn(props.stacks, 'Alarms');
    this.#alarms = new Alarms(this, settings);
    this.#stage = settings.stage;
    const indicators = new Indicators(this, 'Indicators', { stage: settings.stage, api, workers });
    watchObjectives(this, this.#alarms, indicators);
    this.#watchApi(api);
    for (const name of queueNames) {
      const { stack }: QueueRow = queueTable[name];
      this.#watchQueue(name, queues[name], stack ? nested[stack] : this);
    }
    this.#watchWorkers(workers);
    this.#watchSchedules(workers);
    if (settings.mailFrom !== null) {
      this.#watchReputation(nested.Mail);
      this.#watchMails(nested.Mail, settings.mailsPerDayAlarm);
      if (settings.identityProvider === null) this.#watchCodes(nested.Mail, settings);
    }
    const search = api.functions.get('search');
    if (settings.search !== 'none' && search) this.#watchSearch(nested.Search, search);
    if (api.poolGuard) this.#watchSignUps(api.poolGuard);
    if (settings.monthlyBudgetDollars !== null && settings.alarmEmail !== null)
      addBudget(this, { dollars: settings.monthlyBudgetDollars, email: settings.alarmEmail });
    new Dashboard(this, 'Dashboard', { api, data, queues, workers, indicators });
  }

  /** For a schedule, missing data means that no run has succeeded, which is a failure. */
  #watchSchedules({ functions: { sweepDue, countUsage, sealActivity } }: Workers): void {
    this.#alarms.add('SweepStopped', {
      severity: 'urgent',
      metric: completedRunsOf(sweepDue, fiveMinutes.period),
      below: 3,
      periods: 2,
      meaning:
        'A sweep should run every minute. For ten minutes fewer than three in five minutes succeeded, or none started. Nothing ' +
        'finds work whose message was lost: some documents may stay "processing", and some webhooks and their retries wait.',
      action:
        'Read the errors in the log of SweepDue. If it has no lines, check whether its rule is enabled and may invoke it, ' +
        'and check its throttles. No work is lost: the next successful sweep finds it.',
    });
    this.#alarms.add('CountUsageStopped', {
      severity: 'ticket',
      metric: completedRunsOf(countUsage, Duration.minutes(30)),
      below: 1,
      meaning:
        'For half an hour no count of stored documents and bytes succeeded, or none started. The quotas of some organizations ' +
        'use counts that are wrong, because they include failed uploads and removed documents. New uploads are still counted.',
      action:
        'Read the errors in the log of CountUsage; they name the tenant. If it has no lines, check whether its rule is ' +
        'enabled and may invoke it. The next successful count corrects the numbers.',
    });
    this.#alarms.add('SealActivityErrors', {
      severity: 'ticket',
      metric: errorsOf(sealActivity),
      threshold: 1,
      meaning:
        'A run of the sealer failed: a list of activity has an item that the service does not write, or had entries without a mark, ' +
        'or has waited too long. Somebody may have changed the table and bypassed the service.',
      action:
        'Read the errors in the log of SealActivity; they name the list. Then run the command `audit verify`. If AWS CloudTrail ' +
        'records the data events of the table, look who wrote to it at that time.',
    });
    // A run fails while a list of activity has waited for more than 15 minutes, so this alarm covers failed and late runs.
    this.#alarms.add('SealingLate', {
      severity: 'urgent',
      metric: completedRunsOf(sealActivity, Duration.minutes(15)),
      below: 1,
      meaning:
        'Activity is not sealed: no run succeeded in a quarter of an hour, or some activity has waited for so long. Until it ' +
        'is sealed, nobody can prove whether an entry was removed or altered.',
      action:
        'Read the errors in the log of SealActivity; they name the chain. If it has no lines, check whether its rule is enabled ' +
        'and may invoke it, and whether the KMS key AuditKeyArn is enabled. No entry is lost: the next successful run seals all.',
    });
  }

  /** The objectives count the 5XX of a failing authorizer. This alarm names the cause. */
  #watchApi({ authorizer }: Api): void {
    this.#alarms.add('AuthorizerErrors', {
      severity: 'ticket',
      metric: errorsOf(authorizer),
      threshold: 1,
      meaning: 'The service cannot identify some callers. Their requests are answered 5XX.',
      action: 'Read the errors in the log of AuthorizerFunction; check that DynamoDB is available.',
    });
  }

  /** Endpoints that refuse or answer slowly raise no alarm here, because only the operators of these endpoints can fix them. */
  #watchQueue(name: QueueName, queue: WorkQueue, scope: Construct): void {
    const row: QueueRow = queueTable[name];
    const { alarms } = otherFunctions[queueTable[name].consumer];
    const { deadLetters, delay, abandoned }: QueueAlarms = alarms;
    const redrive = `npm run admin -- --stage ${this.#stage} queues redrive ${separated(name, '-')}`;
    // One alarm for each queue: an idle queue reports no data, and then a sum over queues has no value either.
    this.#alarms.add(
      row.deadLetters,
      {
        severity: 'ticket',
        metric: deadLettersOf(queue),
        threshold: 1,
        meaning: deadLetters.meaning,
        action: `${deadLetters.action}: ${redrive}.`,
      },
      scope,
    );
    if (row.delay !== undefined && delay)
      this.#alarms.add(
        row.delay,
        {
          severity: 'urgent',
          metric: ageOf(queue),
          threshold: lateAfter.toSeconds(),
          periods: 2,
          ...delay,
        },
        scope,
      );
    // The delay of a slow queue depends on its work, so this alarm asks only whether its messages are received.
    if (row.abandoned !== undefined && abandoned)
      this.#alarms.add(
        row.abandoned,
        {
          metric: abandonedIn(queue),
          threshold: 1,
          periods: 3,
          ...abandoned,
          action:
            `Check whether the event source mapping of ${capitalized(row.consumer)} for this queue is enabled. Check its ` +
            'throttles, and the concurrency that the account has left.',
        },
        scope,
      );
  }

  #watchWorkers({ functions: { processVersion, fanOutEvent, deliverWebhook } }: Workers): void {
    this.#alarms.add('ProcessVersionErrors', {
      severity: 'ticket',
      metric: errorsOf(processVersion),
      threshold: 3,
      meaning:
        'The function that reads uploaded files fails again and again. The files stay "processing", and the service tries them ' +
        'again later.',
      action:
        'Read the errors in the log of ProcessVersion. One file that ends the process becomes "failed" after three attempts; ' +
        'errors for many files mean a defect, or a store that is not available.',
    });
    this.#alarms.add('FanOutEventErrors', {
      severity: 'ticket',
      metric: errorsOf(fanOutEvent),
      threshold: 3,
      meaning:
        'Some or all webhooks are not sent: the function that finds the webhook endpoints of an event fails.',
      action:
        'Read the errors in the log of FanOutEvent: it cannot start, or runs out of time or memory. Events are ' +
        'kept for 30 days, and webhooks are sent when the function works again.',
    });
    this.#alarms.add('DeliverWebhookErrors', {
      severity: 'ticket',
      metric: errorsOf(deliverWebhook),
      threshold: 3,
      meaning:
        'Webhooks are late, and some may arrive twice: the function that delivers them fails before it records its attempts.',
      action:
        'Read the errors in the log of DeliverWebhook: it cannot start, or runs out of time or memory. The service attempts ' +
        'interrupted deliveries again.',
    });
  }

  /** The first searches after a pause are not answered, because the engine has scaled to zero. So one period without answers is no fault. */
  #watchSearch(scope: Construct, search: lambda.Function): void {
    const unanswered = measuredIn(scope, this.#stage, unansweredAfter, search.logGroup);
    this.#alarms.add(
      'SearchUnavailable',
      {
        severity: 'urgent',
        metric: unanswered.with({ ...fiveMinutes, statistic: 'SampleCount' }),
        threshold: 1,
        periods: 3,
        meaning:
          'People cannot search in texts: for a quarter of an hour, the search engine did not answer some of their searches. Everything else ' +
          'works, and titles are found in lists.',
        action:
          'Read the names of the errors in the log of search. "Forbidden" means that the data access policy does not name the role of the ' +
          'function. Look at the collection in the console of Amazon OpenSearch Service, and at the AWS Health Dashboard.',
      },
      scope,
    );
  }

  /** The quotas of organizations and people do not limit the mails of the whole stage. */
  #watchMails(mail: Construct, threshold: number): void {
    this.#alarms.add(
      'MailsPerDay',
      {
        severity: 'ticket',
        metric: sentInDay(),
        threshold,
        meaning:
          `The account sent ${threshold} mails in a day, or more (the setting mailsPerDayAlarm). Many people may be mailing strangers ` +
          'in the name of the service, or its use has grown.',
        action:
          'Count the lines "mail sent" of SendMail by their sender. Set the quota of a sender that abuses the service to 0 with the command ' +
          '`organizations quotas --mails 0`, and disable its people. If the use has grown, raise mailsPerDayAlarm.',
      },
      mail,
    );
  }

  /** A tenth of the mails of a day within an hour: far more than people need. */
  #watchCodes(mail: Construct, settings: StageSettings): void {
    const threshold = Math.ceil(settings.mailsPerDayAlarm / 10);
    this.#alarms.add(
      'CodesPerHour',
      {
        severity: 'urgent',
        metric: codesInHour(settings),
        threshold,
        meaning:
          `The user pool mailed ${threshold} codes in an hour, or more (a tenth of the setting mailsPerDayAlarm). Somebody may be mailing ` +
          'codes to strangers, which harms the reputation of all mail of the account.',
        action:
          'Compare the metrics of the AWS WAF rules of the user pool with those of other days. Lower their rates, or set selfSignUp to ' +
          'false and deploy, until it is over.',
      },
      mail,
    );
  }

  #watchSignUps({ stack, functions: { confirmedSignUp } }: PoolGuard): void {
    this.#alarms.add(
      'ConfirmedSignUpErrors',
      {
        severity: 'urgent',
        metric: errorsOf(confirmedSignUp),
        threshold: 1,
        meaning:
          'An account of the user pool was confirmed and kept the password of its sign-up, which another person may know.',
        action:
          'Take user_name from the line in the log of ConfirmedSignUp, and give the account a random password with `aws cognito-idp ' +
          'admin-set-user-password --permanent`.',
      },
      new Construct(stack, 'Alarms'),
    );
  }

  /** SES reviews accounts from 5 % bounces or 0.1 % complaints (Amazon SES, "Monitoring your sender reputation"). */
  #watchReputation(mail: Construct): void {
    this.#alarms.add(
      'MailBounces',
      {
        severity: 'urgent',
        metric: reputationOf('BounceRate'),
        threshold: 0.03,
        meaning:
          'At least 3 % of the mail of the account bounces. SES reviews an account from 5 %, and may suspend all its mail, sign-in ' +
          'codes included, from 10 %.',
        action:
          'Look in the reputation dashboard of SES, and in the lines of RecordMailEvent, for the sender whose mail bounces. Set its quota ' +
          'to 0 with the command `organizations quotas --mails 0`, and talk to its owners.',
      },
      mail,
    );
    this.#alarms.add(
      'MailComplaints',
      {
        severity: 'urgent',
        metric: reputationOf('ComplaintRate'),
        threshold: 0.0005,
        meaning:
          'At least one in 2000 receivers reports the mail of the account as spam. SES reviews an account from one in 1000, and may ' +
          'suspend all its mail, sign-in codes included, from one in 200.',
        action:
          'Look in the lines of RecordMailEvent for the sender about whose mail people complain. Set its quota to 0 with the command ' +
          '`organizations quotas --mails 0`, and talk to its owners.',
      },
      mail,
    );
  }
}
