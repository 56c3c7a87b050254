import { describe, expect } from 'vitest';
import type { Answer } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { repeatable } from '../support/posts.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const isReplay = ({ headers }: Answer<unknown>) => headers.get('idempotent-replayed');
const location = 'header.idempotency-key';

/** Asserts that the `Idempotency-Key` is refused, in the format of the operation. */
function expectWrongKey(answer: Answer<unknown>, code: 'invalid_value' | 'idempotency_key_reused'): void {
  if (answer.problem) expect(answer).toMatchObject({ status: 422, problem: { errors: [{ location }] } });
  else expect(answer).toMatchObject({ status: 400, error: { code, param: 'Idempotency-Key' } });
}

/**
 * The same code checks the idempotency keys of all operations. There are two kinds of operations: with forms, and with JSON. One operation
 * of each kind is tested with every wrong key and with many requests at once. For the other operations, a few requests show that their keys
 * are checked.
 */
const thorough: ReadonlySet<string> = new Set(['createDocument', 'createPolicy']);
const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('');
const wrongKeys = ['two words', '', 'x'.repeat(256), 'ä', '\u0080', 'a\tb'];

describe.for(Object.entries(repeatable))('%s with an Idempotency-Key', ([id, prepare]) => {
  test('gives the first answer again, refuses other content, and changes nothing twice', async () => {
    const { send, sendOther, sendWrong, count } = await prepare();
    const key = newKey();
    // A request that failed can be repeated.
    expect((await sendWrong(key)).status).toBeGreaterThanOrEqual(400);

    const first = await send(key);
    const second = await send(key);

    expect(first.status).toBeLessThan(300);
    expect(isReplay(first)).toBeNull();
    expect(isReplay(second)).toBe('true');
    expect(second.status).toBe(first.status);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    for (const name of ['ETag', 'Location']) expect(second.headers.get(name)).toBe(first.headers.get(name));
    expectWrongKey(await sendOther(key), 'idempotency_key_reused');
    for (const wrong of thorough.has(id) ? wrongKeys : wrongKeys.slice(0, 1))
      expectWrongKey(await send({ 'Idempotency-Key': wrong }), 'invalid_value');
    expect(await count()).toBe(1);
  });
});

test.for(['createDocument', 'createPolicy'] as const)(
  '%s with an Idempotency-Key is carried out once of many requests at the same time',
  async (id) => {
    const { send, count } = await repeatable[id]();
    // The longest key that is accepted.
    const key = { 'idempotency-key': crypto.randomUUID().padEnd(255, visible) };

    const answers = await Promise.all(Array.from({ length: 12 }, () => send(key)));

    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(await count()).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer)).length).toBeLessThanOrEqual(1);
  },
);

describe('a key', () => {
  const form = async () => uploadForm({ title: 'Agreement' }, await makePdf());

  // Threat: A guessed `Idempotency-Key` shows the answers of others
  test('belongs to its caller', async () => {
    const headers = newKey();
    const first = await call.createDocument({ headers, form: await form() });

    const others = [
      await call.createDocument({ as: 'admin', headers, form: await form() }),
      await call.createDocument({ as: 'outsider', headers, form: await form() }),
    ];

    for (const other of others) {
      expect(isReplay(other)).toBeNull();
      expect(other.body.id).not.toBe(first.body.id);
    }
  });

  test('is valid for one path', async () => {
    const headers = newKey();
    const [one, other] = [await upload(), await upload()];
    const json = { policy_id: `pol_${'0'.repeat(26)}` };
    await call.createDocument({ headers, form: await form() });

    for (const { id } of [one, other])
      expectWrongKey(
        await call.attachDocumentPolicy({ headers, path: { document_id: id }, json }),
        'idempotency_key_reused',
      );
  });

  test('is checked after the permissions', async () => {
    const headers = newKey();
    const wrong = { 'Idempotency-Key': '' };

    for (const sent of [headers, wrong])
      expect(await call.createDocument({ as: 'read_only', headers: sent, form: await form() })).toMatchObject(
        {
          status: 403,
          error: { code: 'insufficient_permissions' },
        },
      );
    expect(await call.createDocument({ as: null, headers: wrong, form: await form() })).toMatchObject({
      status: 401,
    });
  });
});
