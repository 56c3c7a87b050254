import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import type { clientOf } from '../support/client.ts';
import type { ReceivedRequest, Receiver } from '../support/receivers/receiver.ts';

const eventBody = z.looseObject({ id: z.string() });
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** A webhook endpoint at a receiver. Every request must be signed with its secret. */
export interface Endpoint {
  readonly id: string;
  readonly path: string;
  /** Returns the ids of the events in the order of arrival. An event that arrived twice is listed twice. */
  arrived(): string[];
}

/** Registers an endpoint with a path of its own at a receiver. */
export async function registerEndpoint(
  call: ReturnType<typeof clientOf>,
  receiver: Receiver,
  events: readonly string[] = ['document.updated'],
): Promise<Endpoint> {
  const path = `/${crypto.randomUUID()}`;
  const url = `https://localhost:${receiver.port}${path}`;
  const { id, secret } = (await call.registerWebhook({ json: { url, events } })).body;
  const webhook = new Webhook(secret);
  const verified = () => receiver.received.filter((request) => request.path === path).map(verify(webhook));
  return {
    id,
    path,
    arrived: () => verified().map(({ id }) => id),
  };
}

const verify = (webhook: Webhook) => (request: ReceivedRequest) => {
  const { headers, body } = request;
  const signed = Object.fromEntries(signatureHeaders.map((name) => [name, String(headers[name])]));
  const event = z.parse(eventBody, webhook.verify(body.toString(), signed));
  if (event.id !== headers['webhook-id']) throw new Error(`${event.id} came as ${headers['webhook-id']}`);
  return event;
};
