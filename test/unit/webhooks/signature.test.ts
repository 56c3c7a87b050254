import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSecret, signatureHeaders } from '../../../shared/webhooks/signature.ts';

const id = 'msg_01k6z3x9w2a7c5d8e4f0g1h2j3';
const nowSeconds = () => Math.floor(Date.now() / 1000);
const verify = (secret: string, body: string, headers: Record<string, string>) =>
  new Webhook(secret).verify(body, headers);

test('a secret starts with whsec_ and has 32 random bytes in Base64', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

describe('signatureHeaders', () => {
  test('matches the example of the specification', () => {
    const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];

    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1614265330,
      body: '{"test": 2432232314}',
      secrets,
    });

    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  // Threat: A webhook is forged or altered
  test('is verified by the official library, for any body', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
        const secret = newSecret();
        const body = JSON.stringify({ json, text, title: 'Vertrag – 契約 🎉' });

        const headers = signatureHeaders({ id, timestampSeconds: nowSeconds(), body, secrets: [secret] });

        expect(verify(secret, body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  test('has a signature for each secret, in order, and each one verifies', () => {
    const secrets = [newSecret(), newSecret(), newSecret()];
    const body = '{"title":"Größe"}';
    const message = { id, timestampSeconds: nowSeconds(), body };

    const headers = signatureHeaders({ ...message, secrets });

    expect(headers['webhook-signature'].split(' ')).toEqual(
      secrets.map((secret) => signatureHeaders({ ...message, secrets: [secret] })['webhook-signature']),
    );
    for (const secret of secrets) expect(verify(secret, body, headers)).toEqual({ title: 'Größe' });
  });

  // Threat: A webhook is forged or altered
  test('depends on body, id, time and secret', () => {
    const secret = newSecret();
    const body = '{"a":1}';
    const headers = signatureHeaders({ id, timestampSeconds: nowSeconds(), body, secrets: [secret] });
    const later = String(nowSeconds() + 1);

    expect(() => verify(secret, '{"a":2}', headers)).toThrow('No matching signature');
    expect(() => verify(newSecret(), body, headers)).toThrow('No matching signature');
    expect(() => verify(secret, body, { ...headers, 'webhook-id': 'msg_2' })).toThrow('No matching');
    expect(() => verify(secret, body, { ...headers, 'webhook-timestamp': later })).toThrow('No matching');
  });

  test.for([
    ['no prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['what is not Base64', 'whsec_MfKQ9r8GKYqrTwj!!!8ILPZIo2LaLaSw'],
    ['too few bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['nothing', ''],
  ] as const)('refuses a secret of %s, and does not show it', ([_, secret]) => {
    const sign = () =>
      signatureHeaders({ id, timestampSeconds: 1, body: '', secrets: [newSecret(), secret] });

    expect(sign).toThrow(/^a signing secret is malformed$/);
  });

  test('refuses to send a message without a secret', () => {
    expect(() => signatureHeaders({ id, timestampSeconds: 1, body: '', secrets: [] })).toThrow('no secret');
  });
});
