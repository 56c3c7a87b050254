import { describe, expect, test } from 'vitest';
import { since, when } from '../../../infra/admin/commandLine/arguments.ts';
import type { OperationContract } from '../../../shared/contract/operation.ts';
import { allOperations } from '../../../shared/contract/operations.ts';
import { date, dateTime, utcTime } from '../../../shared/contract/text.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import type { Answer } from '../../support/client.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const { call, catchUp, credentials, table } = await sharedStage();

const document_id = (
  await call.createDocument({ form: uploadForm({ title: 'Timely' }, await makeSmallPdf()) })
).body.id;
const path = { document_id };
const emails = () => `${crypto.randomUUID()}@example.org`;
const inRoom = { room_id: (await call.createRoom({ json: { name: 'Times' } })).body.id };
const json = { url: 'https://receiver.example/hooks', events: ['*'] };
const webhook_id = (await call.registerWebhook({ json })).body.id;
/** Ends the rules of a policy: an organization has at most a thousand policies, and a rule may retain documents. */
const archive = (policy_id: string) =>
  call.updatePolicy({ path: { policy_id }, json: { rules: {}, archived: true } });

type Send = (time: string) => Promise<Answer<unknown>>;

/** A field of each kind: of a query, of a body, in rules, and in a list, in both formats of errors. */
const places: Readonly<Record<string, Send>> = {
  'listDocuments created_after': (created_after) => call.listDocuments({ query: { created_after } }),
  'listDocumentActivity until': (until) => call.listDocumentActivity({ path, query: { until } }),
  'getDocumentActivitySummary since': (since) => call.getDocumentActivitySummary({ path, query: { since } }),
  'listEvents since': (since) => call.listEvents({ query: { since } }),
  'listWebhookDeliveries since': (since) =>
    call.listWebhookDeliveries({ path: { webhook_id }, query: { since } }),
  'createDocumentShare expires_at': (expires_at) =>
    call.createDocumentShare({ path, json: { email: emails(), expires_at } }),
  'createRoom opens_at': (opens_at) => call.createRoom({ json: { name: 'Times', opens_at } }),
  'createRoomItems items.opens_at': (opens_at) =>
    call.createRoomItems({ path: inRoom, json: { items: [{ kind: 'folder', name: 'Times', opens_at }] } }),
  'createPolicy rules.retain_until': async (retain_until) => {
    const made = await call.createPolicy({ json: { name: crypto.randomUUID(), rules: { retain_until } } });
    if (made.status === 201) await archive(made.body.id);
    return made;
  },
  'createApiKey expires_at': async (expires_at) => {
    const made = await call.createApiKey({ json: { name: 'times', expires_at } });
    if (made.status === 201) await call.deleteApiKey({ path: { key_id: made.body.id } });
    return made;
  },
};

/** Returns the fields of a schema whose names are those of times, and the others that take times or days. */
function timesIn(schema: unknown, name = ''): { name: string; isTime: boolean }[] {
  const isTime = schema === dateTime || schema === date;
  const { shape, innerType, in: input, element } = Object(Object(schema)._zod?.def);
  if (shape) return Object.entries(shape).flatMap(([inner, of]) => timesIn(of, inner));
  const inside = [innerType, input, element].flatMap((inner) => (inner ? timesIn(inner, name) : []));
  if (inside.length > 0) return inside;
  return isTime || /(_at|_until|_after|_before|^since|^until)$/.test(name) ? [{ name, isTime }] : [];
}

/** Times and days, and whether they are refused: their moment in UTC must be in the years 0001 to 9999. */
const days: readonly (readonly [string, boolean])[] = [
  ['0000-12-31', true],
  ['0001-01-01', false],
  ['9999-12-31', false],
];
const times: readonly (readonly [string, boolean])[] = [
  ['0000-01-01T00:00:00Z', true],
  ['0001-01-01T00:00:00Z', false],
  ['0001-01-01T00:00:00+00:01', true],
  ['9999-12-31T23:59:59-00:01', true],
  ['9999-12-31T23:59:59.9999999999Z', false],
];

describe('times at the ends of the calendar', () => {
  test('every field of a request with the name of a time takes times or days', () => {
    const found = allOperations.flatMap(({ query, body }: OperationContract) => [
      ...timesIn(query),
      ...timesIn(body?.kind === 'json' ? body.schema : body?.fields),
    ]);

    expect(found.length).toBeGreaterThan(25);
    expect(found.filter(({ isTime }) => !isTime)).toEqual([]);
  });

  test.for(Object.entries(places))('%s', async ([name, send]) => {
    const field = name.split(' ')[1] ?? '';
    for (const [time, isRefused] of name.startsWith('getDocumentActivitySummary') ? days : times) {
      const answer = await send(time);
      const { status, error, problem } = answer;
      // An error in a list names the place in it, such as `items[0].opens_at`.
      const said = (error?.message ?? problem?.detail ?? '').replace('[0]', '');
      const refusal = `${field} must be in the years 0001 to 9999`;

      if (isRefused) {
        expect(said, time).toContain(refusal);
        const param = error?.param ?? problem?.errors?.[0]?.location ?? field;
        expect(param.replace('[0]', ''), time).toMatch(new RegExp(`(^|[.])${field.replaceAll('.', '[.]')}$`));
        expect(problem?.errors ? 422 : 400, time).toBe(status);
        continue;
      }
      expect(status, time).toBeLessThan(500);
      expect(said, time).not.toContain(refusal);
      if (status >= 300) continue;
      const answered = field.split('.').reduce((value: unknown, part) => Object(value)[part], answer.body);
      if (answered !== undefined && time.includes('T')) expect(answered, time).toBe(utcTime(time));
    }
  });
});

test('times for commands lie in the years 0001 to 9999', () => {
  for (const read of [when, since]) {
    expect(() => read('0001-01-01T00:00:00+00:01')).toThrow('date-time');
    expect(read('9999-12-31T23:59:59Z')(0)).toBe(Date.parse('9999-12-31T23:59:59Z'));
  }
  expect(since('999999d')(Date.now())).toBe(Date.parse('0001-01-01T00:00:00Z'));
});

test('times that an earlier release stored are answered in UTC to the millisecond', async () => {
  const { organization_id } = credentials;
  const stored = {
    '2099-01-01T01:00:00.1234567+01:00': '2099-01-01T00:00:00.123Z',
    '9999-12-31T23:59:59-00:01': '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00+00:01': '0001-01-01T00:00:00.000Z',
  };
  const { id: policy_id } = (await call.createPolicy({ json: { name: `Old ${crypto.randomUUID()}` } })).body;
  const { body: made } = await call.createDocumentShare({ path, json: { email: emails() } });
  for (const [text, answered] of Object.entries(stored)) {
    const rules = { expires_at: text, retain_until: text };
    await table.set(
      { ...policyKey(organization_id as `org_${string}`, policy_id as `pol_${string}`) },
      'rules',
      rules,
    );
    await table.set({ ...sharedWithKey(document_id, made.email) }, 'expires_at', text);

    const now = (await call.getPolicy({ path: { policy_id } })).body;
    expect(now.rules).toEqual({ expires_at: answered, retain_until: answered });
    const one = (await call.getDocumentShare({ path: { ...path, share_id: made.id } })).body;
    expect(one.expires_at).toBe(answered);

    const items = await table.everything(({ pk, sk }) => sk === 'EVENT' || pk.startsWith('ACTIVITY#'));
    for (const item of items) {
      const { details, body } = item;
      if (Object(details).share_id === made.id)
        await table.set(item, 'details', { ...Object(details), expires_at: text });
      if (String(body).includes(`"id":"${made.id}"`)) {
        const { data, ...event } = JSON.parse(String(body));
        await table.set(item, 'body', JSON.stringify({ ...event, data: { ...data, expires_at: text } }));
      }
    }
    await catchUp();
    const [entry] = (await call.listDocumentActivity({ path })).body.items;
    expect(entry?.details).toMatchObject({ share_id: made.id, expires_at: answered });
    const [event] = (await call.listEvents({ query: { type: 'document.shared' } })).body.items;
    expect(event?.data).toMatchObject({ id: made.id, expires_at: answered });
  }
  await archive(policy_id);
});
