import { type EnvironmentName, environmentNames } from '../shared/environment.ts';

/**
 * The functions of `shared/data`, on a table. It reads the table's name from the environment when it is loaded, and the SDK
 * its endpoint and credentials: set those before. A process has one table.
 */
export async function loadData(tableName: string) {
  setEnvironment({ tableName });
  const [entities, commit, ids, apiKeys, callers, membership, organizations, policies, sessions] =
    await Promise.all([
      loadWebhookData(),
      import('../shared/data/commit.ts'),
      import('../shared/data/ids.ts'),
      import('../shared/data/apiKeys.ts'),
      import('../shared/data/callers.ts'),
      import('../shared/data/membership.ts'),
      import('../shared/data/organizations.ts'),
      import('../shared/data/policies.ts'),
      import('../shared/data/sessions.ts'),
    ]);
  return {
    ...entities,
    ...commit,
    ...ids,
    ...apiKeys,
    ...callers,
    ...membership,
    ...organizations,
    ...policies,
    ...sessions,
  };
}

async function loadWebhookData() {
  const [webhooks, lanes, deliveries, schedule, events] = await Promise.all([
    import('../shared/data/webhooks.ts'),
    import('../shared/data/lanes.ts'),
    import('../shared/data/deliveries.ts'),
    import('../shared/data/schedule.ts'),
    import('../shared/data/events.ts'),
  ]);
  return { ...webhooks, ...lanes, ...deliveries, ...schedule, ...events };
}

/** What the rooms below read from the environment. */
export type StageResources = Readonly<
  Record<
    Extract<
      EnvironmentName,
      | 'serviceBaseUrl'
      | 'tableName'
      | 'processingQueueUrl'
      | 'eventsQueueUrl'
      | 'deliveriesQueueUrl'
      | 'slowDeliveriesQueueUrl'
      | 'webhookKeyId'
    >,
    string
  >
>;

/** Besides the table: what tells of changes, calls for workers and encrypts secrets. As with the table, a process has one. */
export async function loadRooms(resources: StageResources) {
  setEnvironment(resources);
  const [data, describe, outbox, { callForWorker }, secrets] = await Promise.all([
    loadData(resources.tableName),
    import('../shared/events/describe.ts'),
    import('../shared/events/outbox.ts'),
    import('../shared/webhooks/callForWorker.ts'),
    import('../shared/webhooks/secrets.ts'),
  ]);
  return {
    data,
    events: { ...describe, ...outbox },
    callForWorker,
    encryptSecret: secrets.encryptSecret,
  };
}

function setEnvironment(values: Partial<StageResources>): void {
  for (const [name, value] of Object.entries(values))
    process.env[environmentNames[name as EnvironmentName]] = value;
}
