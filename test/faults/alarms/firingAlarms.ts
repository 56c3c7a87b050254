import { type QueueRow, queueNames, queues } from '../../../shared/runtime/stores.ts';

const alarmsOf = (...kinds: readonly ('deadLetters' | 'delay' | 'abandoned')[]): string[] =>
  queueNames.flatMap((name) => kinds.flatMap((kind) => (queues[name] as QueueRow)[kind] ?? []));

/** The alarms that fire for each fault, by their names in the runbook. Each alarm is in at least one of the lists. */
export const firingAlarms = {
  /** Functions that cannot start. */
  brokenFunctions: [
    'AuthorizerErrors',
    'Availability',
    'CountUsageStopped',
    'DeliverWebhookErrors',
    'FanOutEventErrors',
    'ProcessVersionErrors',
    'SealActivityErrors',
    'SealingLate',
    ...alarmsOf('deadLetters'),
  ].sort(),
  /** Disabled schedules and event sources. */
  disabledTriggers: [
    'CountUsageStopped',
    'SealingLate',
    'SweepStopped',
    ...alarmsOf('delay', 'abandoned'),
  ].sort(),
  /** Everything works, but takes too long. */
  late: ['DeliveredInTime', 'Latency', 'ReadyInTime'],
  /** There are very many mails, and receivers reject them or complain. */
  rejectedMails: ['MailBounces', 'MailComplaints', 'MailsPerDay'],
  /** The engine refuses searches. */
  ofSearch: ['SearchUnavailable'],
  /** The host has neither Cognito nor its codes. */
  ofUserPool: ['CodesPerHour', 'ConfirmedSignUpErrors'],
} as const;
