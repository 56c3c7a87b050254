import { type QueueRow, queueNames, queues } from '../../shared/runtime/stores.ts';

const alarmsOf = (...kinds: readonly ('deadLetters' | 'delay' | 'abandoned')[]): string[] =>
  queueNames.flatMap((name) => kinds.flatMap((kind) => (queues[name] as QueueRow)[kind] ?? []));

/** Which alarms ring for which fault, by their names in the runbook. Together they are all that there are. */
export const whichRing = {
  /** When functions cannot start. */
  brokenOff: [
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
  /** When schedules and event sources are disabled. */
  stopped: ['CountUsageStopped', 'SealingLate', 'SweepStopped', ...alarmsOf('delay', 'abandoned')].sort(),
  /** When all works, and takes too long. */
  late: ['DeliveredInTime', 'Latency', 'ReadyInTime'],
  /** When receivers do not want the mail. */
  unwanted: ['MailBounces', 'MailComplaints'],
} as const;
