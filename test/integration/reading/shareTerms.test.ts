import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ShareRules } from '../../../shared/contract/resources/shareRules.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

/** Who sees what by a share with each of `rules` and `versions`, by each operation, page, picture and file. */

const stage = await sharedStage();
const { call, credentials } = stage;

async function work(
  queue: 'processing' | 'preparations' | 'texts',
  worker: 'processVersion' | 'prepareCopy' | 'keepText',
) {
  for (const body of await stage.takeMessages(queue)) await stage.invoke(worker, { Records: [{ body }] });
}

/** A document with two versions, whose pictures are drawn. */
async function scene(access_level: string) {
  const { id: organization_id, owner } = await storedOrganization();
  const by = { as: null, headers: (await storedApiKey(owner, { organization_id })).headers };
  const file = await makeSmallPdf();
  const document_id = (
    await call.createDocument({ ...by, form: uploadForm({ title: 'Plan', access_level }, file) })
  ).body.id;
  const path = { document_id };
  await work('processing', 'processVersion');
  await call.createDocumentVersion({ ...by, path, form: uploadForm({ title: 'Second' }, file) });
  await work('processing', 'processVersion');
  await work('texts', 'keepText');
  const [current, earlier] = (await call.listDocumentVersions({ ...by, path })).body.items.map(
    ({ id }) => id,
  );
  const { id: policy_id } = (
    await call.createPolicy({ ...by, json: { name: 'Pictures', rules: { view_only: true } } })
  ).body;
  await call.attachDocumentPolicy({ ...by, path, json: { policy_id } });
  for (const id of [current, earlier]) await get(by.headers, `/d/${document_id}/versions/${id}?as=reader`);
  await work('preparations', 'prepareCopy');
  await call.detachDocumentPolicy({ ...by, path: { ...path, policy_id } });
  return { by, owner, organization_id, path, document_id, current, earlier };
}
type Scene = Awaited<ReturnType<typeof scene>>;

type Headers = Readonly<Record<string, string>>;

async function get(headers: Headers, path: string, more: Headers = {}, method = 'GET') {
  const url = credentials.base_url + path;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { Accept: 'text/html', ...headers, ...more },
  });
  return { status: response.status, text: await response.text() };
}

/** Returns what a reader gets: statuses, and for lists the number of versions. */
async function seen({ path, document_id, current, earlier }: Scene, headers: Headers) {
  const as = { as: null, headers };
  const page = `/d/${document_id}`;
  const picture = { 'Sec-Fetch-Dest': 'image' };
  const version = (version_id: string | undefined) =>
    call.getDocumentVersion({ ...as, path: { document_id, version_id: version_id ?? '' } });
  const download = (version_id: string | undefined) =>
    call.getDocumentVersionDownload({ ...as, path: { document_id, version_id: version_id ?? '' } });
  const listed = await call.listDocumentVersions({ ...as, path });
  const detailed = await call.listDocumentVersionDetails({ ...as, path });
  const { items } = (await call.listDocumentDetails({ ...as, query: { ids: document_id } })).body;
  const shown = await get(headers, page);
  return {
    getDocument: (await call.getDocument({ ...as, path })).status,
    listDocumentVersions: listed.error ? listed.status : listed.body.items.length,
    listDocumentVersionDetails: detailed.error ? detailed.status : detailed.body.items.length,
    listDocumentDetails: items[0]?.version_count,
    entryPage: (await call.generateDocumentEntryPage({ ...as, path })).status,
    page: shown.status,
    json: (await get(headers, page, { Accept: 'application/json' })).status,
    linked: new Set(shown.text.match(/(?<=\/versions\/)ver_\w{26}/g)).size,
    versions: [(await version(current)).status, (await version(earlier)).status],
    pages: await Promise.all(
      [current, earlier].map(async (id) => (await get(headers, `${page}/versions/${id}`)).status),
    ),
    pictures: await Promise.all(
      [current, earlier].map(
        async (id) => (await get(headers, `${page}/versions/${id}/pages/1`, picture)).status,
      ),
    ),
    downloads: await Promise.all(
      [current, earlier].map(async (id) => {
        const answer = await download(id);
        return !answer.error && answer.body.download_url === null ? 202 : answer.status;
      }),
    ),
    texts: await Promise.all(
      [current, earlier].map(
        async (version_id) =>
          (await call.getDocumentText({ ...as, path, query: { ...(version_id && { version_id }) } })).status,
      ),
    ),
    files: await Promise.all(
      [current, earlier].map(
        async (id) => (await get(headers, `${page}/versions/${id}?file=attachment`)).status,
      ),
    ),
  };
}

type Seen = Awaited<ReturnType<typeof seen>>;

/** What a reader sees whom nothing binds. */
const everything: Seen = {
  getDocument: 200,
  listDocumentVersions: 2,
  listDocumentVersionDetails: 2,
  listDocumentDetails: 2,
  entryPage: 200,
  page: 200,
  json: 200,
  linked: 2,
  versions: [200, 200],
  pages: [200, 200],
  pictures: [303, 303],
  downloads: [200, 200],
  texts: [200, 200],
  files: [303, 303],
};

const everythingAsked: readonly [ShareRules, Partial<Seen>] = [
  { acknowledgement: 'I keep it to myself.' },
  {
    getDocument: 403,
    listDocumentVersions: 403,
    listDocumentVersionDetails: 403,
    entryPage: 403,
    page: 403,
    json: 403,
    linked: 0,
    versions: [403, 403],
    pages: [403, 403],
    pictures: [403, 403],
    downloads: [403, 403],
    texts: [403, 403],
    files: [403, 403],
  },
];

const byRules: readonly (readonly [ShareRules, Partial<Seen>])[] = [
  [{}, {}],
  [{ view_only: true }, { downloads: [403, 403], texts: [403, 403], files: [403, 403] }],
  // The reader’s own copy is being made: a page that waits, and the answer without a URL.
  [{ watermark: true }, { downloads: [202, 202], texts: [403, 403], files: [200, 200] }],
  [
    { view_only: true, watermark: true },
    { downloads: [403, 403], texts: [403, 403], files: [403, 403] },
  ],
  everythingAsked,
];

/** Returns the same without the earlier version, which is not found whatever the rules are. */
function withoutEarlier(all: Seen): Seen {
  const first = ([current]: readonly number[]) => [current, 404] as number[];
  const atMostOne = (count: number) => (count === 2 ? 1 : count);
  return {
    ...all,
    listDocumentVersions: atMostOne(all.listDocumentVersions),
    listDocumentVersionDetails: atMostOne(all.listDocumentVersionDetails),
    listDocumentDetails: 1,
    linked: atMostOne(all.linked),
    versions: first(all.versions),
    pages: first(all.pages),
    pictures: first(all.pictures),
    downloads: first(all.downloads),
    texts: first(all.texts),
    files: first(all.files),
  };
}

/** The rows of the table in the guide: what is asked, and the answers that are one. */
const rows: readonly (readonly [what: string, answers: readonly (keyof Seen)[]])[] = [
  [
    '`getDocument`, `generateDocumentEntryPage`, the page, its JSON',
    ['getDocument', 'entryPage', 'page', 'json'],
  ],
  [
    '`listDocumentVersions`, `listDocumentVersionDetails`, links on the page',
    ['listDocumentVersions', 'listDocumentVersionDetails', 'linked'],
  ],
  ['`version_count` in `listDocumentDetails`', ['listDocumentDetails']],
  ['`getDocumentVersion`, pages of versions, pictures', ['versions', 'pages', 'pictures']],
  ['`getDocumentVersionDownload`, the file', ['downloads', 'files']],
  ['`getDocumentText`', ['texts']],
];

/** Returns an answer as the guide has it: what a reader gets of the last of the versions. */
function inGuide(name: keyof Seen, { [name]: value }: Seen): string {
  const answer = Array.isArray(value) ? value.at(-1) : value;
  if (name === 'linked' && answer === 0) return '403';
  if (answer === 202 || (name === 'files' && answer === 200)) return 'copy';
  return answer === 200 || answer === 303 ? 'yes' : String(answer);
}

test('the guide has the table of who sees what', () => {
  const [none, viewOnly, watermark, , acknowledgement] = byRules.map(([, less]) => ({
    ...everything,
    ...less,
  }));
  const columns = [none, viewOnly, watermark, acknowledgement, withoutEarlier(everything)];
  const lines = rows.map(([what, answers]) => {
    const cells = columns.map((seen) => [
      ...new Set(answers.map((name) => inGuide(name, seen ?? everything))),
    ]);
    return `| ${[what, ...cells].join(' | ')} |`;
  });
  const guide = readFileSync('shared/guides/sharing.md', 'utf8');

  expect(guide.split('\n').filter((line) => lines.includes(line))).toEqual(lines);
});

const strictest = {
  rules: { view_only: true, watermark: true, acknowledgement: 'Mine.' },
  versions: 'current',
} as const;

async function sharedWith({ by, path }: Scene, person: { readonly email: string | null }, terms: object) {
  return (await call.createDocumentShare({ ...by, path, json: { email: person.email ?? '', ...terms } }))
    .body;
}

const secret = await scene('private');

// Threat: A share opens more than its rules and its versions
test.for([
  ...byRules.map(([rules, less]) => ['all', rules, less] as const),
  ['current', {}, {}] as const,
  ['current', ...everythingAsked] as const,
])('a share with versions %s and the rules %j', async ([versions, rules, less]) => {
  const person = await storedPerson();
  await sharedWith(secret, person, { rules, versions });

  const all = { ...everything, ...less };
  expect(await seen(secret, (await storedApiKey(person)).headers)).toEqual(
    versions === 'all' ? all : withoutEarlier(all),
  );
});

test('the terms of a share bind nobody for whom the document is open without it', async () => {
  const [open, common] = [await scene('public'), await scene('organization')];
  const [visitor, colleague] = [await storedPerson(), await storedMember(common.organization_id, 'member')];
  await sharedWith(open, visitor, strictest);
  await sharedWith(common, colleague, strictest);

  const { headers } = await storedApiKey(colleague, { organization_id: common.organization_id });
  expect(await seen(common, headers)).toEqual(everything);
  // The page of a public document lists the current version only.
  expect(await seen(open, (await storedApiKey(visitor)).headers)).toEqual({ ...everything, linked: 1 });
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
    const origin = { Origin: credentials.base_url };
    expect((await get({ ...headers, ...origin }, action.replaceAll('&amp;', '&'), {}, 'POST')).status).toBe(
      303,
    );
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
  const at = await scene('private');
  const person = await storedPerson();
  await sharedWith(at, person, { rules: { view_only: true }, versions: 'all' });
  const { headers } = await storedApiKey(person);
  const file = () => get(headers, `/d/${at.document_id}/versions/${at.current}?file=attachment`);

  expect((await file()).text).toContain('Your access shows this document page by page');
  const json = { name: 'Mark', rules: { watermark: true } };
  const { id: policy_id } = (await call.createPolicy({ ...at.by, json })).body;
  await call.attachDocumentPolicy({ ...at.by, path: at.path, json: { policy_id } });
  expect((await file()).text).toContain('Your access shows this document page by page');
  await call.updatePolicy({ ...at.by, path: { policy_id }, json: { rules: { view_only: true } } });
  expect((await file()).text).toContain('A policy shows this document page by page');
});

test('without a current version there is no version for a share with versions current', async () => {
  const { id: organization_id, owner } = await storedOrganization();
  const by = { as: null, headers: (await storedApiKey(owner, { organization_id })).headers };
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
