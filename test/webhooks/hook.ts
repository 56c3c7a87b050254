import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import {
  type Behaviour,
  type Certificate,
  openReceiver,
  type Receiver,
  trust,
} from '../support/receivers/receiver.ts';

/** A request that a receiver has verified as shared/guides/webhooks.md says. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: Event;
}

const event = z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({}) });
export type Event = z.infer<typeof event>;

/** A webhook endpoint's receiver. It answers 401 to requests that it cannot verify, and does not keep them. */
export interface Hook {
  readonly url: string;
  readonly receiver: Receiver;
  /** Every verified request, in the order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** The secrets. Each request must match one of them. */
  secrets: readonly string[];
  /** Default: 204 */
  answer: Behaviour;
}

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/**
 * Returns the event of a request, verified by the official package. Returns undefined if the request was not signed with the secret, or was
 * signed more than five minutes ago.
 */
export function verifiedBy(
  secret: string,
  { body, headers }: Pick<Delivery, 'body' | 'headers'>,
): Event | undefined {
  try {
    return z.parse(event, new Webhook(secret).verify(body, headers));
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined;
    throw error;
  }
}

let isTrusted = false;

/** Opens a hook. Without a given certificate, the hook has a certificate that this process trusts. */
export async function openHook(certificate?: Certificate): Promise<Hook> {
  const receiver = await openReceiver(certificate ? { certificate } : {});
  if (!isTrusted && !certificate) {
    trust(receiver.certificate);
    isTrusted = true;
  }
  const deliveries: Delivery[] = [];
  const hook: Hook = { url: receiver.url, receiver, deliveries, secrets: [], answer: answering(204) };
  receiver.behaviour = (request, response, bytes) => {
    const delivery = { headers: textHeaders(request.headers), body: bytes.toString() };
    const [verified] = hook.secrets.flatMap((secret) => verifiedBy(secret, delivery) ?? []);
    if (verified) deliveries.push({ ...delivery, event: verified });
    const answer = verified ? hook.answer : answering(401);
    answer(request, response, bytes);
  };
  return hook;
}

const textHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
