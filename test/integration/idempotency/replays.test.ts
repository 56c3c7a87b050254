import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Permission } from '../../../shared/contract/permissions.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { getUsage } from '../../../shared/data/organizations/usage.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const { call, table } = await sharedWatchedStage(['dynamodb', 's3'], {
  environment: { quotaDocuments: '3', quotaOrganizations: '2' },
});
afterEach(() => vi.useRealTimers());

type Headers = Readonly<Record<string, string>>;

const pdf = await makePdf();
const newKey = (): Headers => ({ 'Idempotency-Key': crypto.randomUUID() });
const upload = (headers: Headers, title = 'T') =>
  call.createDocument({ as: null, headers, form: uploadForm({ title }, pdf) });
const addVersion = (headers: Headers, document_id: string) =>
  call.createDocumentVersion({ as: null, headers, path: { document_id }, form: uploadForm({}, pdf) });
const found = (headers: Headers) => call.createOrganization({ as: null, headers, json: { name: 'Found' } });
const register = (headers: Headers) =>
  call.registerWebhook({
    as: null,
    headers,
    json: { url: 'https://receiver.example/hooks', events: ['webhook.test'] },
  });
const isReplay = ({ headers }: { readonly headers: globalThis.Headers }) =>
  headers.has('idempotent-replayed');
const together = <T>(count: number, run: () => Promise<T>) => Promise.all(Array.from({ length: count }, run));

async function someOrganization() {
  const { id, owner } = await storedOrganization();
  return { id, owner, headers: (await storedApiKey(owner)).headers };
}
const keyWith = async (owner: CallerItem, permissions: readonly Permission[]) =>
  (await storedApiKey(owner, { permissions: [...permissions] })).headers;

function passTime(seconds: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 });
}

const events = async () => (await table.events()).length;

describe('a replay', () => {
  test('uses no quota, also when several come at the same time', async () => {
    const { id, headers } = await someOrganization();
    const key = newKey();
    await upload(headers);
    const before = await events();

    await upload({ ...headers, ...key });
    await together(5, () => upload({ ...headers, ...key }));

    expect(await getUsage(id)).toMatchObject({ documents: 2, stored_bytes: 2 * pdf.byteLength });
    expect(await events()).toBe(before + 2);
    const document_id = (await upload({ ...headers, ...key })).body.id;
    const versionKey = newKey();
    const answers = await together(8, () => addVersion({ ...headers, ...versionKey }, document_id));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await getUsage(id)).toMatchObject({ documents: 2, stored_bytes: 3 * pdf.byteLength });
  });

  // Threat: A guessed `Idempotency-Key` shows the answers of others
  test('needs the permission of the first request, also for its document', async () => {
    const { id, owner, headers } = await someOrganization();
    const admin = await storedMember(id, 'admin');
    const ofAdmin = (await storedApiKey(admin)).headers;
    const { body } = await upload(headers);
    const [versions, webhooks] = [newKey(), newKey()];
    const first = await addVersion({ ...ofAdmin, ...versions }, body.id);
    await register({ ...ofAdmin, ...webhooks });
    const setRole = (role: string) =>
      call.updateMemberRole({ as: null, headers, path: { user_id: memberIdOf(admin) }, json: { role } });

    await setRole('member');
    expect(await addVersion({ ...ofAdmin, ...versions }, body.id)).toMatchObject(
      refused('insufficient_permissions'),
    );
    expect((await register({ ...ofAdmin, ...webhooks })).status).toBe(403);

    await setRole('admin');
    expect((await addVersion({ ...ofAdmin, ...versions }, body.id)).body).toEqual(first.body);
    expect(owner.id).not.toBe(admin.id);
  });

  test('has the first answer even if the version no longer exists', async () => {
    const { headers } = await someOrganization();
    const key = newKey();
    const { body } = await upload(headers);
    const first = await addVersion({ ...headers, ...key }, body.id);
    for (const item of await table.everything())
      if (item.pk === `DOC#${body.id.slice('doc_'.length)}`) await table.remove(item);

    expect((await addVersion({ ...headers, ...key }, body.id)).body).toEqual(first.body);
    expect((await addVersion(headers, body.id)).status).toBe(404);
  });

  test('is given for 24 hours, after which the key can be used for a new request', async () => {
    const { headers } = await storedApiKey(await storedPerson());
    const key = newKey();
    const first = await found({ ...headers, ...key });
    passTime(24 * 3600 - 5);
    expect((await found({ ...headers, ...key })).body).toEqual(first.body);

    passTime(10);
    const second = await found({ ...headers, ...key });

    expect(isReplay(second)).toBe(false);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await found({ ...headers, ...key })).body).toEqual(second.body);
  });
});

describe('the secret of an endpoint', () => {
  test('is shown again for ten minutes, and left out later', async () => {
    const { headers } = await someOrganization();
    const key = newKey();
    const first = await register({ ...headers, ...key });
    passTime(595);
    expect((await register({ ...headers, ...key })).body).toEqual(first.body);

    passTime(10);
    const late = await register({ ...headers, ...key });

    const { secret, ...shown } = first.body;
    expect(late.status).toBe(201);
    expect(late.body).toEqual(shown);
    expect(secret).toMatch(/^whsec_/);
  });

  // Threat: A guessed `Idempotency-Key` shows the answers of others
  test('is shown to credentials with at least the same permissions', async () => {
    const { owner } = await someOrganization();
    const some: Permission[] = ['organization#manage', 'document#read'];
    const key = newKey();
    const first = await register({ ...(await keyWith(owner, some)), ...key });
    const secretFor = async (permissions: readonly Permission[]) => {
      const { body } = await register({ ...(await keyWith(owner, permissions)), ...key });
      return 'secret' in body ? body.secret : undefined;
    };

    expect(await secretFor([...some, 'document#write'])).toBe(first.body.secret);
    expect(await secretFor(some.toReversed())).toBe(first.body.secret);
    expect(await secretFor(['organization#manage'])).toBeUndefined();
    expect(await secretFor(['organization#manage', 'document#write'])).toBeUndefined();
  });

  // Threat: A guessed `Idempotency-Key` shows the answers of others
  test('is stored encrypted with a key derived from the Idempotency-Key', async () => {
    const { headers } = await someOrganization();
    const [one, other] = [newKey(), newKey()];
    const first = await register({ ...headers, ...one });
    await register({ ...headers, ...other });
    const stored = await table.everything();
    const secretOf = (key: Headers) => {
      const found = stored.find(({ sk }) => sk === `SECRET#${key['Idempotency-Key']}`);
      if (!found) throw new Error('there is no secret');
      return found;
    };

    expect(JSON.stringify(stored)).not.toContain(first.body.secret.slice('whsec_'.length));
    await table.set(secretOf(one), 'ciphertext', secretOf(other).ciphertext);
    expect((await register({ ...headers, ...one })).status).toBe(500);
    expect((await register({ ...headers, ...other })).status).toBe(201);
  });
});
