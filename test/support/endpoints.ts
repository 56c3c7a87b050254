import { expect, test } from 'vitest';
import type { OperationContract } from '../../shared/contract/operation.ts';
import type { WebhookDelivery, WebhookDetails } from '../../shared/contract/resources/webhook.ts';
import type { CallRequest } from './client.ts';
import { call } from './documents.ts';
import { eventually } from './eventually.ts';
import { notManagers, problem } from './organizations.ts';
import { newOrganization, register, unusedUrl, webhooksOf } from './webhooks.ts';

/** An endpoint in a new organization, in which staff act. Nothing receives its events. */
export interface StagedEndpoint {
  readonly id: string;
  readonly secret: string;
  readonly path: { readonly webhook_id: string };
  /** A request as staff in its organization. */
  readonly as: CallRequest & { readonly headers: Readonly<Record<string, string>> };
}

export async function endpointOf(
  organization: { readonly headers: Readonly<Record<string, string>> },
  events: readonly string[] = ['webhook.disabled'],
): Promise<StagedEndpoint> {
  const { headers } = organization;
  const { id, secret } = (await register(headers, { url: unusedUrl, events })).body;
  return { id, secret, path: { webhook_id: id }, as: { as: 'staff', headers } };
}

export const newEndpoint = async (events?: readonly string[]): Promise<StagedEndpoint> =>
  endpointOf(await newOrganization(), events);

export const read = async ({ as, path }: StagedEndpoint): Promise<WebhookDetails> =>
  (await call.getWebhook({ ...as, path })).body;

export const update = ({ as, path }: StagedEndpoint, json: unknown, headers: CallRequest['headers'] = {}) =>
  call.updateWebhook({ ...as, path, json, headers: { ...as.headers, ...headers } });

export const deliveriesOf = async (
  { as, path }: StagedEndpoint,
  query: Readonly<Record<string, string>> = {},
): Promise<WebhookDelivery[]> => (await call.listWebhookDeliveries({ ...as, path, query })).body.items;

/**
 * Makes an endpoint that has missed `count` events: they were skipped while it was disabled. Enables it again. The organization has
 * `count` other endpoints, whose disabling caused the events.
 */
export async function endpointThatMissed(count: number): Promise<StagedEndpoint> {
  const organization = await newOrganization();
  const endpoint = await endpointOf(organization);
  await update(endpoint, { enabled: false });
  for (let missed = 0; missed < count; missed++)
    await update(await endpointOf(organization, ['webhook.test']), { enabled: false });
  await eventually(
    () => deliveriesOf(endpoint, { status: 'skipped' }),
    (skipped) => skipped.length === count,
  );
  await update(endpoint, { enabled: true });
  return endpoint;
}

const nobodys = { webhook_id: `whk_${'0'.repeat(26)}`, event_id: `evt_${'0'.repeat(26)}` };

/** Tests that an operation on an endpoint is refused to all callers who may not manage its organization, and changes nothing. */
export function refusesOthers(contract: OperationContract, json?: unknown): void {
  const request = json === undefined ? {} : { json };
  const unchanged = async <T>(endpoint: StagedEndpoint, run: () => Promise<T>): Promise<T> => {
    const before = await webhooksOf(endpoint.as.headers);
    const answer = await run();
    expect(await webhooksOf(endpoint.as.headers)).toEqual(before);
    return answer;
  };

  test.for([...notManagers, ['owner', 404], ['admin', 404], ['outsider', 404]] as const)(
    '%s gets %i for an endpoint of another organization',
    async ([as, status]) => {
      const endpoint = await newEndpoint();
      const path = { ...nobodys, ...endpoint.path };

      const answer = await unchanged(endpoint, () => call(contract, { ...request, as, path }));

      expect(answer).toMatchObject(problem(status));
    },
  );

  test('a missing endpoint gets the same answer as an endpoint of another organization', async () => {
    const path = { ...nobodys, webhook_id: (await newEndpoint()).id };
    const answers = [path, nobodys].map((path) => call(contract, { ...request, path }));

    const [ofOthers, missing] = await Promise.all(answers);
    expect(ofOthers?.problem).toEqual(missing?.problem);
  });

  test('a malformed id is refused', async () => {
    for (const webhook_id of ['whk_1', 'doc_00000000000000000000000000', nobodys.webhook_id.toUpperCase()]) {
      const answer = await call(contract, { ...request, path: { ...nobodys, webhook_id } });
      expect(answer).toMatchObject(problem(400));
      expect(answer.problem?.detail).toContain('webhook_id');
    }
  });
}
