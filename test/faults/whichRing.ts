/** Which alarms ring for which fault, by their names in the runbook. Together they are all that there are. */
export const whichRing = {
  /** When functions cannot start. */
  brokenOff: [
    'AuthorizerErrors',
    'Availability',
    'CountUsageStopped',
    'DeadLetters',
    'DeliverWebhookErrors',
    'DeliveryDeadLetters',
    'EventDeadLetters',
    'FanOutEventErrors',
    'PreparationDeadLetters',
    'ProcessVersionErrors',
    'RemovalDeadLetters',
    'SealingLate',
    'SlowDeadLetters',
    'SlowDeliveryDeadLetters',
  ],
  /** When schedules and event sources are disabled. */
  stopped: [
    'CountUsageStopped',
    'DeliveryDelay',
    'EventDelay',
    'PreparationDelay',
    'ProcessingDelay',
    'RemovalsAbandoned',
    'SealingLate',
    'SlowDeliveriesAbandoned',
    'SlowProcessingAbandoned',
    'SweepStopped',
  ],
  /** When all works, and takes too long. */
  late: ['DeliveredInTime', 'Latency', 'ReadyInTime'],
} as const;
