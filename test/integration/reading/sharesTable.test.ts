import { expect, test } from 'vitest';
import { isAboutDocument, type OperationContract } from '../../../shared/contract/operation.ts';
import { operations } from '../../../shared/contract/operations.ts';
import type { OperationId } from '../../../shared/contract/tableOfContents.ts';
import { getCaller, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import {
  byKey,
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, credentials } = stage;

type Headers = Readonly<Record<string, string>>;
type Stored = Awaited<ReturnType<typeof storedPerson>>;

/** A private document in an organization of its own, made by a member. A policy shows the document as pictures. */
async function scene(areDrawn = true) {
  const { id: organization_id, owner } = await storedOrganization();
  const creator = await storedMember(organization_id, 'member');
  const [byOwner, byCreator] = [
    await byKey(owner, { organization_id }),
    await byKey(creator, { organization_id }),
  ];
  const { version_id, path } = await uploadReady(stage, { access_level: 'private' }, byCreator);
  const { document_id } = path;
  const json = { name: 'Pictures only', rules: { view_only: true } };
  const { id: policy_id } = (await call.createPolicy({ ...byOwner, json })).body;
  await call.attachDocumentPolicy({ ...byCreator, path, json: { policy_id } });
  if (areDrawn) {
    await stage.open(`/d/${document_id}?as=reader`, byCreator.headers);
    await stage.drain('preparations');
  }
  return { organization_id, creator, byOwner, byCreator, document_id, version_id, path };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** The scene of all tests that change neither the document nor its organization. */
const common = await scene();

/** Sends a request with a credential. A redirect to the sign-in counts as 401. Other redirects count as 200 and are not followed. */
async function send(headers: Headers, path: string, init: RequestInit = {}): Promise<number> {
  const as = { Accept: 'application/json', ...headers };
  const { status, location } = await stage.open(path, as, init);
  if (status !== 303) return status;
  return location.includes('/sign-in') ? 401 : 200;
}

type SendRequest = (headers: Headers, scene: Scene) => Promise<number>;

const bodies: Readonly<Partial<Record<OperationId, object>>> = {
  updateDocument: { title: 'Mine' },
  setDocumentAccessLevel: { access_level: 'public' },
  updateDocumentVersion: { title: 'Mine' },
  attachDocumentPolicy: { policy_id: `pol_${'0'.repeat(26)}` },
  createDocumentShare: { email: 'friend@example.org' },
  updateDocumentShare: { notify_me: true },
};
const file = await makeSmallPdf();
const prefixes: Readonly<Record<string, string>> = {
  policy: 'pol',
  share: 'shr',
  request: 'acr',
  user: 'usr',
};

/** Returns a valid request of an operation for the document, and for anything else that does not exist. */
const requestOf =
  ({ id, method, path }: OperationContract): SendRequest =>
  (headers, { document_id, version_id }) => {
    const ids: Readonly<Record<string, string>> = { document: document_id, version: version_id };
    const at = path.replaceAll(/\{(\w+)_id\}/g, (_, of) => ids[of] ?? `${prefixes[of]}_${'0'.repeat(26)}`);
    if (id === 'createDocumentVersion')
      return send(headers, at, { method, body: uploadForm({ title: 'Mine' }, file) });
    const body = bodies[id] && { body: JSON.stringify(bodies[id]) };
    return send({ ...headers, ...(body && { 'Content-Type': 'application/json' }) }, at, { method, ...body });
  };

const requestsOf = (contracts: readonly OperationContract[]) =>
  Object.fromEntries(contracts.map((contract) => [contract.id, requestOf(contract)]));

const onDocument = Object.values(operations).filter((contract: OperationContract) =>
  isAboutDocument(contract),
);
const reads: readonly OperationId[] = [
  'getDocument',
  'generateDocumentEntryPage',
  'listDocumentVersions',
  'listDocumentVersionDetails',
  'getDocumentVersion',
];
const html = { Accept: 'text/html' };

const allowedRequests: Readonly<Record<string, SendRequest>> = {
  ...requestsOf(onDocument.filter(({ id }) => reads.includes(id))),
  'the page of the document': (headers, { document_id }) =>
    send({ ...headers, ...html }, `/d/${document_id}`),
  'its JSON': (headers, { document_id }) => send(headers, `/d/${document_id}`),
  'the page of a version': (headers, { document_id, version_id }) =>
    send({ ...headers, ...html }, `/d/${document_id}/versions/${version_id}`),
  'a picture of a page': (headers, { document_id, version_id }) =>
    send(
      { ...headers, ...html, 'Sec-Fetch-Dest': 'image' },
      `/d/${document_id}/versions/${version_id}/pages/1`,
    ),
};

/** Requests that a share does not allow, although they are about the shared document, of which a policy withholds the file. */
const refusedRequests = requestsOf(onDocument.filter(({ id }) => !reads.includes(id)));

async function statusesOf(requests: Readonly<Record<string, SendRequest>>, headers: Headers, at: Scene) {
  const answers: [string, number][] = [];
  for (const [name, door] of Object.entries(requests)) answers.push([name, await door(headers, at)]);
  return Object.fromEntries(answers);
}

const all = (requests: object, status: number) =>
  Object.fromEntries(Object.keys(requests).map((name) => [name, status]));

const share = async ({ byCreator, path }: Scene, { email }: Stored, given: object = {}) =>
  (await call.createDocumentShare({ ...byCreator, path, json: { email: email ?? '', ...given } })).body;

const keyOf = async (person: Stored, given = {}): Promise<Headers> =>
  (await storedApiKey(person, given)).headers;

async function change(person: Stored, changes: Partial<Stored>): Promise<void> {
  const stored = await getCaller(person.id);
  if (!stored) throw new Error('they are gone');
  await transact([replaceCaller({ ...stored, ...changes })]);
}

interface Shared {
  readonly at: Scene;
  readonly person: Stored;
  readonly share: Awaited<ReturnType<typeof share>>;
}

/** Shares the document with a new person. Returns their unbound key, after a change if there is one. */
const shared =
  (then: (given: Shared) => Promise<unknown> = async () => undefined, given: Partial<Stored> = {}) =>
  async (at: Scene) => {
    const person = await storedPerson(given);
    await then({ at, person, share: await share(at, person) });
    return keyOf(person);
  };

const setShare = (name: string, value: unknown) =>
  shared(({ at, person }) =>
    stage.table.set({ ...sharedWithKey(at.document_id, person.email ?? '') }, name, value),
  );

const leave = (at: Scene, person: Stored) =>
  call.removeMember({ ...at.byOwner, path: { user_id: memberIdOf(person) } });

type Outcome = readonly [allowed: number, refused: number, isListed: boolean];
const open: Outcome = [200, 403, true];
const unlisted: Outcome = [200, 403, false];
const missing: Outcome = [404, 404, false];
const refused: Outcome = [403, 403, false];
const signedOut: Outcome = [401, 401, false];
/** Of a situation that changes the document or its organization. */
const changesScene = true;
const longAgo = { proven_at: new Date(Date.now() - 91 * 24 * 60 * 60_000).toISOString() };

/** Situations. `prepare` returns the credential with which the requests are sent afterwards. */
type Row = readonly [who: string, Outcome, prepare: (at: Scene) => Promise<Headers>, changesScene?: true];
const rows: readonly Row[] = [
  ['a person before the share', missing, async () => keyOf(await storedPerson())],
  ['a person during the share, by an unbound key', open, shared()],
  [
    'a person during the share, by a session',
    open,
    async (at) => {
      const person = await storedPerson();
      await share(at, person);
      return { ...(await storedSession(person)).headers, Origin: credentials.base_url };
    },
  ],
  [
    'a person after the share is withdrawn',
    missing,
    shared(({ at, share: { id } }) =>
      call.deleteDocumentShare({ ...at.byCreator, path: { ...at.path, share_id: id } }),
    ),
  ],
  [
    'a person after the share has ended',
    missing,
    setShare('expires_at', new Date(Date.now() - 1).toISOString()),
  ],
  [
    'a person with a share with a value that this release cannot read',
    missing,
    setShare('expires_at', { after_days: 7 }),
  ],
  [
    'a person whose address has changed',
    missing,
    shared(({ person }) => change(person, { email: `new-${person.email}` })),
  ],
  ['a person who proved the address 91 days ago', refused, shared(undefined, longAgo)],
  [
    'a disabled person',
    signedOut,
    shared(({ person }) => change(person, { disabled_at: new Date().toISOString() })),
  ],
  [
    'a person, once the creator has left the organization',
    missing,
    shared(({ at }) => leave(at, at.creator)),
    changesScene,
  ],
  [
    'a person, once the creator has left and the document is handed over',
    open,
    shared(async ({ at }) => {
      const heir = await storedMember(at.organization_id, 'member');
      await leave(at, at.creator);
      await stage.catchUp();
      const path = { user_id: memberIdOf(at.creator) };
      const json = { to: memberIdOf(heir) };
      expect((await call.transferDocuments({ ...at.byOwner, path, json })).status).toBe(200);
    }),
    changesScene,
  ],
  [
    'a person, once the document is for the whole organization',
    open,
    shared(async ({ at }) => {
      const json = { access_level: 'organization' };
      expect((await call.setDocumentAccessLevel({ ...at.byCreator, path: at.path, json })).status).toBe(200);
    }),
    changesScene,
  ],
  [
    'a person, once the organization is deleted',
    missing,
    shared(async ({ at }) => {
      const { name } = (await call.getOrganization(at.byOwner)).body;
      expect((await call.deleteOrganization({ ...at.byOwner, json: { name } })).status).toBe(200);
    }),
    changesScene,
  ],
  [
    'a person, once the document is deleted',
    missing,
    shared(({ at }) => call.deleteDocument({ ...at.byCreator, path: at.path })),
    changesScene,
  ],
  [
    'a key that is bound to another organization',
    missing,
    async (at) => {
      const { id: organization_id, owner } = await storedOrganization();
      await share(at, owner);
      return keyOf(owner, { organization_id });
    },
  ],
  [
    'a member of another organization, by an unbound key',
    open,
    async (at) => {
      const { owner } = await storedOrganization();
      await share(at, owner);
      return keyOf(owner, { organization_id: null });
    },
  ],
  [
    'a key of a colleague that is bound to the organization of the document',
    unlisted,
    async (at) => {
      const colleague = await storedMember(at.organization_id, 'member');
      await share(at, colleague);
      return keyOf(colleague, { organization_id: at.organization_id });
    },
  ],
  [
    'a colleague who has left',
    missing,
    async (at) => {
      const colleague = await storedMember(at.organization_id, 'member');
      await share(at, colleague);
      await leave(at, colleague);
      return keyOf(colleague, { organization_id: null });
    },
  ],
];

// Threat: A share opens more than one document to one person, or goes on after its end
test.for(rows)('requests by %s: %j', async ([, [allowed, refused, isListed], prepare, changesScene]) => {
  const at = changesScene ? await scene(false) : common;
  const headers = await prepare(at);
  await stage.catchUp();
  const { 'a picture of a page': _, ...withoutPictures } = allowedRequests;
  const requests = changesScene ? withoutPictures : allowedRequests;

  expect(await statusesOf(requests, headers, at)).toEqual(all(requests, allowed));
  expect(await statusesOf(refusedRequests, headers, at)).toEqual(all(refusedRequests, refused));

  const response = await fetch(`${credentials.base_url}/v1/documents?shared_with_me=true`, { headers });
  const { items = [] } = (await response.json()) as { items?: { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual(isListed ? [at.document_id] : []);
});

test('a person with a share gets 404 for restoring a document that is not deleted', async () => {
  const person = await storedPerson();
  await share(common, person);

  const answer = await send(await keyOf(person), `/v1/documents/${common.document_id}/restore`, {
    method: 'POST',
  });

  expect(answer).toBe(404);
});
