import { describe, expect, test } from 'vitest';
import { since, when } from '../../../infra/admin/commandLine/arguments.ts';
import type { OperationContract } from '../../../shared/contract/operation.ts';
import { allOperations } from '../../../shared/contract/operations.ts';
import { date, dateTime, reasonAgainstTime, utcTime } from '../../../shared/contract/text.ts';
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
const share = (await call.createDocumentShare({ path, json: { email: emails() } })).body;
const policy = (await call.createPolicy({ json: { name: `Times ${crypto.randomUUID()}` } })).body;
const inRoom = { room_id: (await call.createRoom({ json: { name: 'Times' } })).body.id };
const folder = (await call.createRoomItems({ path: inRoom, json: { kind: 'folder', name: 'Times' } })).body;
const onItem = { ...inRoom, item_id: 'id' in folder ? folder.id : '' };
const newAccess = () => ({ email: emails(), level: 'view', send_mail: false });
const access = (await call.createRoomAccess({ path: inRoom, json: newAccess() })).body;
const json = { url: 'https://receiver.example/hooks', events: ['*'] };
const webhook = (await call.registerWebhook({ json })).body;

type Send = (time: string) => Promise<Answer<unknown>>;

const query =
  (
    send: (given: { query: Record<string, string> }) => Promise<Answer<unknown>>,
    name: string,
    more = {},
  ): Send =>
  (time) =>
    send({ query: { ...more, [name]: time } });
const webhooksPath = { webhook_id: webhook.id };
const inPolicy = (rule: string): Send => {
  const name = `Times ${crypto.randomUUID()}`;
  return async (time) => {
    const made = await call.createPolicy({ json: { name: `${name} ${time}`, rules: { [rule]: time } } });
    if (made.status === 201) await archive(made.body.id);
    return made;
  };
};
/** Ends the rules of a policy: an organization has at most a thousand policies, and a rule may retain documents. */
const archive = (policy_id: string) =>
  call.updatePolicy({ path: { policy_id }, json: { rules: {}, archived: true } });
const changed = (rule: string): Send => {
  return (time) => call.updatePolicy({ path: { policy_id: policy.id }, json: { rules: { [rule]: time } } });
};

/** Every field of a request that takes a time or a day. */
const places: Readonly<Record<string, Send>> = {
  'listDocuments created_after': query(call.listDocuments, 'created_after'),
  'listDocuments created_before': query(call.listDocuments, 'created_before'),
  'listDocumentActivity since': query((given) => call.listDocumentActivity({ path, ...given }), 'since'),
  'listDocumentActivity until': query((given) => call.listDocumentActivity({ path, ...given }), 'until'),
  'listRoomActivity since': query((given) => call.listRoomActivity({ path: inRoom, ...given }), 'since'),
  'listRoomActivity until': query((given) => call.listRoomActivity({ path: inRoom, ...given }), 'until'),
  'getDocumentActivitySummary since': query(
    (given) => call.getDocumentActivitySummary({ path, ...given }),
    'since',
  ),
  'getDocumentActivitySummary until': query(
    (given) => call.getDocumentActivitySummary({ path, ...given }),
    'until',
  ),
  'listOrganizationActivity since': query(call.listOrganizationActivity, 'since'),
  'listOrganizationActivity until': query(call.listOrganizationActivity, 'until'),
  'createDocumentShare expires_at': (expires_at) =>
    call.createDocumentShare({ path, json: { email: emails(), expires_at } }),
  'updateDocumentShare expires_at': (expires_at) =>
    call.updateDocumentShare({ path: { ...path, share_id: share.id }, json: { expires_at } }),
  'createRoom opens_at': (opens_at) => call.createRoom({ json: { name: 'Times', opens_at } }),
  'createRoom closes_at': (closes_at) => call.createRoom({ json: { name: 'Times', closes_at } }),
  'updateRoom opens_at': (opens_at) => call.updateRoom({ path: inRoom, json: { opens_at, closes_at: null } }),
  'updateRoom closes_at': (closes_at) =>
    call.updateRoom({ path: inRoom, json: { opens_at: null, closes_at } }),
  'createRoomItems opens_at': (opens_at) =>
    call.createRoomItems({ path: inRoom, json: { kind: 'folder', name: 'Times', opens_at } }),
  'createRoomItems items.opens_at': (opens_at) =>
    call.createRoomItems({ path: inRoom, json: { items: [{ kind: 'folder', name: 'Times', opens_at }] } }),
  'updateRoomItem opens_at': (opens_at) => call.updateRoomItem({ path: onItem, json: { opens_at } }),
  'createRoomAccess expires_at': (expires_at) =>
    call.createRoomAccess({ path: inRoom, json: { ...newAccess(), expires_at } }),
  'updateRoomAccess expires_at': (expires_at) =>
    call.updateRoomAccess({ path: { ...inRoom, access_id: access.id }, json: { expires_at } }),
  'createPolicy rules.expires_at': inPolicy('expires_at'),
  'createPolicy rules.retain_until': inPolicy('retain_until'),
  'updatePolicy rules.expires_at': changed('expires_at'),
  'updatePolicy rules.retain_until': changed('retain_until'),
  'listWebhookDeliveries since': query(
    (given) => call.listWebhookDeliveries({ path: webhooksPath, ...given }),
    'since',
  ),
  'resendWebhookDeliveries since': (since) =>
    call.resendWebhookDeliveries({ path: webhooksPath, json: { since } }),
  'listEvents since': query(call.listEvents, 'since'),
  'search created_after': query(call.search, 'created_after', { q: 'times' }),
  'search created_before': query(call.search, 'created_before', { q: 'times' }),
  'createApiKey expires_at': async (expires_at) => {
    const made = await call.createApiKey({ json: { name: 'times', expires_at } });
    if (made.status === 201) await call.deleteApiKey({ path: { key_id: made.body.id } });
    return made;
  },
};

/** Returns the names of the fields of a schema that take times or days. */
function timesIn(schema: unknown, at: readonly string[] = []): string[] {
  if (schema === dateTime || schema === date) return [at.join('.')];
  const { shape, innerType, in: input, element } = Object(Object(schema)._zod?.def);
  if (shape) return Object.entries(shape).flatMap(([name, inner]) => timesIn(inner, [...at, name]));
  return [innerType, input, element].flatMap((inner) => (inner ? timesIn(inner, at) : []));
}

const days = ['0000-01-01', '0000-12-31', '0001-01-01', '9999-12-31'];
const times = ['0000-01-01T00:00:00', '0001-01-01T00:00:00', '9999-12-31T23:59:59'].flatMap((moment) =>
  ['', `.${'9'.repeat(9)}`, `.${'9'.repeat(10)}`].flatMap((fraction) =>
    ['Z', '+00:01', '-00:01', '+23:59', '-23:59'].map((offset) => moment + fraction + offset),
  ),
);

describe('times at the ends of the calendar', () => {
  test('the table has each place that takes a time or a day', () => {
    const inContract = allOperations.flatMap(({ id, query, body }: OperationContract) =>
      [...timesIn(query), ...(body?.kind === 'json' ? timesIn(body.schema) : timesIn(body?.fields))].map(
        (field) => `${id} ${field}`,
      ),
    );

    expect(inContract.toSorted()).toEqual(Object.keys(places).toSorted());
  });

  test.for(Object.entries(places))('%s', async ([name, send]) => {
    const field = name.split(' ')[1] ?? '';
    for (const time of name.startsWith('getDocumentActivitySummary') ? days : times) {
      const answer = await send(time);
      const { status, error, problem } = answer;
      // An error in a list names the place in it, such as `items[0].opens_at`.
      const said = (error?.message ?? problem?.detail ?? '').replace('[0]', '');
      const refusal = `${field} must be in the years 0001 to 9999`;

      const isRefused = time.includes('T') ? reasonAgainstTime(time) !== undefined : time < '0001';
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
