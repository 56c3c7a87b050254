import { expect, test } from 'vitest';
import {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from '../../../shared/client/index.ts';
import { eventExamples } from '../../../shared/contract/words/eventTypes.ts';
import { newSecret, signatureHeaders } from '../../../shared/webhooks/signature.ts';

const event = eventExamples['document.shared'];
const body = JSON.stringify({ ...event, data: { ...event.data, message: 'Ünïcode 契' } });
const [secret, other] = [newSecret(), newSecret()];
const now = () => Math.floor(Date.now() / 1000);

const signed = (age = 0, secrets = [secret], text = body) =>
  signatureHeaders({ id: event.id, timestampSeconds: now() - age, body: text, secrets });

test.for<readonly [string, WebhookHeaders, string | Uint8Array | ArrayBuffer, (string | string[])?]>([
  ['Headers', new Headers(signed()), body],
  ['an object as in Node.js', { ...signed(), 'set-cookie': ['a', 'b'] }, body],
  ['bytes', signed(), Buffer.from(body)],
  ['the second secret', signed(), body, [other, secret]],
  ['a request of four minutes and 58 seconds ago', signed(298), body],
])('accepts %s', async ([, headers, sent, given = secret]) => {
  const verified = await verifyWebhook(headers, sent, given);

  expect(verified).toEqual(JSON.parse(body));
});

const without = (name: string) => ({ ...signed(), [name]: undefined });
const parsed = JSON.parse(body) as unknown as string;
const lost = undefined as unknown as string;

test.for<readonly [WebhookVerificationReason, string, WebhookHeaders, string, (string | string[])?]>([
  ['missing_header', 'no id', without('webhook-id'), body],
  ['missing_header', 'no signature', { ...signed(), 'webhook-signature': '' }, body],
  ['invalid_timestamp', 'a date', { ...signed(), 'webhook-timestamp': new Date().toISOString() }, body],
  ['timestamp_too_old', 'a request of 302 seconds ago', signed(302), body],
  ['timestamp_too_new', 'a request of 302 seconds ahead', signed(-302), body],
  ['signature_mismatch', 'another time', { ...signed(60), 'webhook-timestamp': String(now()) }, body],
  ['signature_mismatch', 'another body', signed(), `${body} `],
  ['signature_mismatch', 'another secret', signed(), body, other],
  ['invalid_secret', 'no secret', signed(), body, lost],
  ['invalid_secret', 'an empty secret', signed(), body, 'whsec_'],
  ['invalid_secret', 'a damaged secret beside a good one', signed(), body, [secret, 'whsec_!']],
  ['invalid_body', 'a body that is parsed already', signed(), parsed],
  ['invalid_body', 'no body', signed(), lost],
  ['invalid_body', 'a body that is no event', signed(0, [secret], 'null'), 'null'],
])('refuses with %s: %s', async ([reason, , headers, sent, ...given]) => {
  const [passed] = given.length > 0 ? given : [secret];
  await expect(verifyWebhook(headers, sent, passed as string)).rejects.toMatchObject({
    name: 'WebhookVerificationError',
    reason,
    message: expect.stringMatching(/^[A-Z].*\.$/),
  });
});
