import { expect, test } from 'vitest';
import type { ShareRules } from '../../../shared/contract/resources/shareRules.ts';
import {
  ownedOrganization,
  storedApiKey,
  storedMember,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../support/uploads.ts';

/** Who sees what by a share with each of `rules` and `versions`, by each operation, page, picture and file. */

const stage = await sharedStage();
const { call } = stage;

/** A document with two versions, whose pictures are drawn. */
async function scene() {
  const { id: organization_id, owner, by } = await ownedOrganization();
  const { path } = await uploadReady(stage, { title: 'Plan', access_level: 'private' }, by);
  const { document_id } = path;
  const form = uploadForm({ title: 'Second' }, await makeSmallPdf());
  await call.createDocumentVersion({ ...by, path, form });
  for (const queue of ['processing', 'texts'] as const) await stage.drain(queue);
  const [current, earlier] = (await call.listDocumentVersions({ ...by, path })).body.items.map(
    ({ id }) => id,
  );
  const { id: policy_id } = (
    await call.createPolicy({ ...by, json: { name: 'Pictures', rules: { view_only: true } } })
  ).body;
  await call.attachDocumentPolicy({ ...by, path, json: { policy_id } });
  for (const id of [current, earlier]) await get(by.headers, `/d/${document_id}/versions/${id}?as=reader`);
  await stage.drain('preparations');
  await call.detachDocumentPolicy({ ...by, path: { ...path, policy_id } });
  return { by, owner, organization_id, path, document_id, current, earlier };
}
type Scene = Awaited<ReturnType<typeof scene>>;

type Headers = Readonly<Record<string, string>>;

async function get(headers: Headers, path: string, more: Headers = {}) {
  const { status, text } = await stage.open(path, { ...headers, ...more });
  return { status, text };
}

/** Returns what a reader gets: statuses, and for lists the number of versions. */
async function seen({ path, document_id, current, earlier }: Scene, headers: Headers) {
  const as = { as: null, headers };
  const page = `/d/${document_id}`;
  const countIn = (
    list: Awaited<ReturnType<typeof call.listDocumentVersions | typeof call.listDocumentVersionDetails>>,
  ) => (list.error ? list.status : list.body.items.length);
  const statusAt = async (at: string, more: Headers = {}) => (await get(headers, page + at, more)).status;
  const ofVersion = async (version_id = '') => {
    const one = { ...as, path: { document_id, version_id } };
    const download = await call.getDocumentVersionDownload(one);
    const at = `/versions/${version_id}`;
    return {
      version: (await call.getDocumentVersion(one)).status,
      page: await statusAt(at),
      picture: await statusAt(`${at}/pages/1`, { 'Sec-Fetch-Dest': 'image' }),
      download: !download.error && download.body.download_url === null ? 202 : download.status,
      text: (await call.getDocumentText({ ...as, path, query: { version_id } })).status,
      file: await statusAt(`${at}?file=attachment`),
    };
  };
  const { items } = (await call.listDocumentDetails({ ...as, query: { ids: document_id } })).body;
  const shown = await get(headers, page);
  return {
    document: {
      getDocument: (await call.getDocument({ ...as, path })).status,
      entryPage: (await call.generateDocumentEntryPage({ ...as, path })).status,
      page: shown.status,
      json: await statusAt('', { Accept: 'application/json' }),
    },
    listed: {
      versions: countIn(await call.listDocumentVersions({ ...as, path })),
      details: countIn(await call.listDocumentVersionDetails({ ...as, path })),
      counted: items[0]?.version_count,
      linked: new Set(shown.text.match(/(?<=\/versions\/)ver_\w{26}/g)).size,
    },
    current: await ofVersion(current),
    earlier: await ofVersion(earlier),
  };
}
type Seen = Awaited<ReturnType<typeof seen>>;

const allAs = <T extends object>(all: T, status: number) =>
  Object.fromEntries(Object.keys(all).map((name) => [name, status])) as Record<keyof T, number>;
const document = { getDocument: 200, entryPage: 200, page: 200, json: 200 };
const version = { version: 200, page: 200, picture: 303, download: 200, text: 200, file: 303 };
const listed = { versions: 2, details: 2, counted: 2, linked: 2 };
/** What a reader sees whom nothing binds. */
const everything: Seen = { document, listed, current: version, earlier: version };

const limited = (less: Partial<typeof version>): Seen => {
  const one = { ...version, ...less };
  return { ...everything, current: one, earlier: one };
};
const noFile = limited({ download: 403, text: 403, file: 403 });
const asked: Seen = {
  document: allAs(document, 403),
  listed: { versions: 403, details: 403, counted: 2, linked: 0 },
  current: allAs(version, 403),
  earlier: allAs(version, 403),
};
const text = { acknowledgement: 'I keep it to myself.' };

const byRules: readonly (readonly [ShareRules, Seen])[] = [
  [{}, everything],
  [{ view_only: true }, noFile],
  // The reader’s own copy is being made: a page that waits, and the answer without a URL.
  [{ watermark: true }, limited({ download: 202, text: 403, file: 200 })],
  [{ view_only: true, watermark: true }, noFile],
  [text, asked],
];

/** Returns the same without the earlier version, which is not found whatever the rules are. */
const withoutEarlier = (all: Seen): Seen => ({
  ...all,
  listed: { ...all.listed, ...(all === asked ? { counted: 1 } : allAs(listed, 1)) },
  earlier: allAs(version, 404),
});

const strictest = {
  rules: { view_only: true, watermark: true, acknowledgement: 'Mine.' },
  versions: 'current',
} as const;

async function sharedWith({ by, path }: Scene, person: { readonly email: string | null }, terms: object) {
  return (await call.createDocumentShare({ ...by, path, json: { email: person.email ?? '', ...terms } }))
    .body;
}

const secret = await scene();

// Threat: A share opens more than its rules and its versions
test.for([
  ...byRules.map(([rules, all]) => ['all', rules, all] as const),
  ['current', {}, withoutEarlier(everything)] as const,
  ['current', text, withoutEarlier(asked)] as const,
])('a share with versions %s and the rules %j', async ([versions, rules, expected]) => {
  const person = await storedPerson();
  await sharedWith(secret, person, { rules, versions });

  expect(await seen(secret, (await storedApiKey(person)).headers)).toEqual(expected);
});

test('the terms of a share bind nobody for whom the document is open without it', async () => {
  const [visitor, colleague] = [await storedPerson(), await storedMember(secret.organization_id, 'member')];
  for (const person of [visitor, colleague]) await sharedWith(secret, person, strictest);
  const set = (access_level: string) =>
    call.setDocumentAccessLevel({ ...secret.by, path: secret.path, json: { access_level } });

  await set('organization');
  expect(await seen(secret, (await storedApiKey(colleague)).headers)).toEqual(everything);
  await set('public');
  // The page of a public document lists the current version only.
  expect(await seen(secret, (await storedApiKey(visitor)).headers)).toEqual({
    ...everything,
    listed: { ...listed, linked: 1 },
  });
  await set('private');
});

test('a text is accepted once for the share and its words, and a refusal names no policy', async () => {
  const person = await storedPerson();
  const { headers } = await storedSession(person);
  const terms = { rules: { acknowledgement: 'I keep it.' } };
  const first = await sharedWith(secret, person, terms);
  const page = `/d/${secret.document_id}`;
  const share = { ...secret.by, path: { ...secret.path, share_id: first.id } };
  const accept = async () => {
    const { text } = await get(headers, page);
    const [, action = ''] = /<form method="post" action="([^"]*acknowledgement[^"]*)"/.exec(text) ?? [];
    expect((await stage.open(action, headers, { method: 'POST' })).status).toBe(303);
  };
  const read = async () => (await get(headers, page)).status;

  const key = { as: null, headers: (await storedApiKey(person)).headers, path: secret.path };
  const refusal = await call.getDocument(key);
  expect(refusal.error?.message).toMatch(/^Your access requires that you accept a text first/);
  expect(await read()).toBe(403);
  await accept();
  expect([await read(), (await call.getDocument(key)).status]).toEqual([200, 200]);
  expect((await get(headers, `${page}?show=accepted`)).text).toContain('I keep it.');

  await call.updateDocumentShare({ ...share, json: { rules: { acknowledgement: 'I lose it.' } } });
  expect(await read()).toBe(403);
  await call.updateDocumentShare({ ...share, json: terms });
  expect(await read()).toBe(200);
  await call.deleteDocumentShare(share);
  const second = await sharedWith(secret, person, terms);
  expect(await read()).toBe(403);
  await accept();
  expect(await read()).toBe(200);

  await stage.catchUp();
  const { items } = (await call.listDocumentActivity({ ...secret.by, path: secret.path })).body;
  const accepted = items.filter(({ type, actor }) => type === 'acknowledged' && actor?.id === person.id);
  expect(accepted).toMatchObject(
    [second, first].map(({ id }) => ({ policy_id: null, details: { share_id: id } })),
  );
});

test('the strictest of policies and share counts, and a refusal by the share names no policy', async () => {
  const person = await storedPerson();
  await sharedWith(secret, person, { rules: { view_only: true }, versions: 'all' });
  const { headers } = await storedApiKey(person);
  const file = () => get(headers, `/d/${secret.document_id}/versions/${secret.current}?file=attachment`);

  expect((await file()).text).toContain('Your access shows this document page by page');
  const json = { name: 'Mark', rules: { watermark: true } };
  const { id: policy_id } = (await call.createPolicy({ ...secret.by, json })).body;
  await call.attachDocumentPolicy({ ...secret.by, path: secret.path, json: { policy_id } });
  expect((await file()).text).toContain('Your access shows this document page by page');
  await call.updatePolicy({ ...secret.by, path: { policy_id }, json: { rules: { view_only: true } } });
  expect((await file()).text).toContain('A policy shows this document page by page');
  await call.detachDocumentPolicy({ ...secret.by, path: { ...secret.path, policy_id } });
});

test('without a current version there is no version for a share with versions current', async () => {
  const { by } = await ownedOrganization();
  const form = uploadForm({ title: 'Waiting', access_level: 'private' }, await makeSmallPdf());
  const document_id = (await call.createDocument({ ...by, form })).body.id;
  const person = await storedPerson();
  await call.createDocumentShare({ ...by, path: { document_id }, json: { email: person.email ?? '' } });

  const as = { as: null, headers: (await storedApiKey(person)).headers, path: { document_id } };
  expect((await call.listDocumentVersions(as)).body.items).toEqual([]);
  expect((await get(as.headers, `/d/${document_id}`)).status).toBe(200);
  const [waiting] = (await call.listDocumentVersions({ ...by, path: { document_id } })).body.items;
  expect(
    await call.getDocumentVersion({ ...as, path: { document_id, version_id: waiting?.id ?? '' } }),
  ).toMatchObject(refused('resource_not_found', 'version_id'));
});

// Threat: A stranger learns which documents exist by asking for access
test('a person whose share ended is told so, and nobody else', async () => {
  const [person, other] = [await storedPerson(), await storedPerson()];
  const { id } = await sharedWith(secret, person, {});
  const path = { ...secret.path, share_id: id };
  const page = `/d/${secret.document_id}`;
  const pageFor = async (who: typeof person) => get((await storedSession(who)).headers, page);
  await call.deleteDocumentShare({ ...secret.by, path });
  const ended = /The share ended on/;

  const shown = await pageFor(person);
  expect(shown).toMatchObject({ status: 404, text: expect.stringMatching(ended) });
  expect(shown.text).toContain(secret.owner.name);
  expect(shown.text).not.toContain('Plan');
  const versionPage = await get((await storedSession(person)).headers, `${page}/versions/${secret.earlier}`);
  expect(versionPage).toMatchObject({ status: 404, text: expect.stringMatching(ended) });
  expect((await pageFor(other)).text).not.toMatch(ended);
  const { headers } = await storedApiKey(person);
  expect(await call.getDocument({ as: null, headers, path: secret.path })).toMatchObject(
    refused('resource_not_found', 'document_id'),
  );
  const late = await storedPerson({ proven_at: new Date(Date.now() - 91 * 86_400_000).toISOString() });
  const lateShare = await sharedWith(secret, late, {});
  await call.deleteDocumentShare({ ...secret.by, path: { ...secret.path, share_id: lateShare.id } });
  expect((await pageFor(late)).text).not.toMatch(ended);
});
