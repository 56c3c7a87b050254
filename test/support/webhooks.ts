import type { WebhookEndpoint } from '../../shared/contract/resources/webhook.ts';
import type { CallRequest } from './client.ts';
import { call } from './documents.ts';

/** Nothing is delivered to this reserved name (RFC 6761). */
export const unusedUrl = 'https://receiver.example/hooks';

/** Makes an organization without webhooks. The headers let staff act in it. */
export async function newOrganization(): Promise<{ id: string; headers: Record<string, string> }> {
  const { id } = (await call.createOrganization({ json: { name: 'Webhooks' } })).body;
  return { id, headers: { 'X-Service-Organization-Id': id } };
}

export const register = (headers: Record<string, string>, json: unknown, more: CallRequest = {}) =>
  call.registerWebhook({ as: 'staff', headers, json, ...more });

export const webhooksOf = async (headers: Record<string, string>): Promise<WebhookEndpoint[]> =>
  (await call.listWebhooks({ as: 'staff', headers })).body.webhooks;
