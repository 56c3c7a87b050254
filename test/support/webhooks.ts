import type { WebhookEndpoint } from '../../shared/contract/resources/webhook.ts';
import type { CallRequest } from './client.ts';
import { call } from './documents.ts';

/** Nothing is ever delivered there: the name is reserved (RFC 6761). */
export const nowhere = 'https://receiver.example/hooks';

/** An organization of its own, without webhooks. Staff can act in any: these headers say in which. */
export async function newOrganization(): Promise<{ id: string; headers: Record<string, string> }> {
  const { id } = (await call.createOrganization({ json: { name: 'Webhooks' } })).body;
  return { id, headers: { 'X-Service-Organization-Id': id } };
}

/** Asks as staff in an organization. */
export const register = (headers: Record<string, string>, json: unknown, more: CallRequest = {}) =>
  call.registerWebhook({ as: 'staff', headers, json, ...more });

export const webhooksOf = async (headers: Record<string, string>): Promise<WebhookEndpoint[]> =>
  (await call.listWebhooks({ as: 'staff', headers })).body.webhooks;
