import type { WebhookDelivery, WebhookDetails } from '../../shared/contract/resources/webhook.ts';
import type { CallRequest } from './client.ts';
import { call } from './documents.ts';
import { eventually } from './eventually.ts';
import { newOrganization, register, unusedUrl } from './webhooks.ts';

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
