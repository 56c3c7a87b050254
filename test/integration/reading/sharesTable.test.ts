import { describe, expect, test } from 'vitest';
import { isAboutDocument, type OperationContract } from '../../../shared/contract/operation.ts';
import { operations } from '../../../shared/contract/operations.ts';
import type { OperationId } from '../../../shared/contract/tableOfContents.ts';
import { getCaller, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, credentials } = stage;

type Headers = Readonly<Record<string, string>>;
type Stored = Awaited<ReturnType<typeof storedPerson>>;

/** A private document in an organization of its own, made by a member. A policy shows the document as pictures, which have been drawn. */
async function scene() {
  const { id: organization_id, owner } = await storedOrganization();
  const creator = await storedMember(organization_id, 'member');
  const [byOwner, byCreator] = [
    { as: null, headers: (await storedApiKey(owner, { organization_id })).headers },
    { as: null, headers: (await storedApiKey(creator, { organization_id })).headers },
  ];
  const form = uploadForm({ title: 'For your eyes', access_level: 'private' }, await makeSmallPdf());
  const document_id = (await call.createDocument({ ...byCreator, form })).body.id;
  await work('processing', 'processVersion');
  const path = { document_id };
  const version_id = (await call.getDocument({ ...byCreator, path })).body.current_version?.id ?? '';
  const json = { name: 'Pictures only', rules: { view_only: true } };
  const { id: policy_id } = (await call.createPolicy({ ...byOwner, json })).body;
  await call.attachDocumentPolicy({ ...byCreator, path, json: { policy_id } });
  await send(byCreator.headers, `/d/${document_id}?as=reader`, { headers: { Accept: 'text/html' } });
  await work('preparations', 'prepareCopy');
  return { organization_id, creator, byOwner, byCreator, document_id, version_id, path };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** The scene of all tests that change neither the document nor its organization. */
const common = await scene();

async function work(queue: 'processing' | 'preparations', worker: 'processVersion' | 'prepareCopy') {
  for (const body of await stage.takeMessages(queue)) await stage.invoke(worker, { Records: [{ body }] });
}

/** Sends a request with a credential. A redirect to the sign-in counts as 401. Other redirects count as 200 and are not followed. */
async function send(headers: Headers, path: string, init: RequestInit = {}): Promise<number> {
  const { status, headers: answered } = await fetch(credentials.base_url + path, {
    redirect: 'manual',
    ...init,
    headers: { Accept: 'application/json', ...headers, ...Object(init.headers) },
  });
  if (status !== 303) return status;
  return answered.get('location')?.includes('/sign-in') ? 401 : 200;
}

type SendRequest = (headers: Headers, scene: Scene) => Promise<number>;

/** Requests that a share allows. */
const allowedRequests: Readonly<Record<string, SendRequest>> = {
  getDocument: (headers, { document_id }) => send(headers, `/v1/documents/${document_id}`),
  generateDocumentEntryPage: (headers, { document_id }) =>
    send(headers, `/v1/documents/${document_id}/entry_page`, { method: 'POST' }),
  listDocumentVersions: (headers, { document_id }) => send(headers, `/v1/documents/${document_id}/versions`),
  listDocumentVersionDetails: (headers, { document_id }) =>
    send(headers, `/v1/documents/${document_id}/versions/details`),
  getDocumentVersion: (headers, { document_id, version_id }) =>
    send(headers, `/v1/documents/${document_id}/versions/${version_id}`),
  'the page of the document': (headers, { document_id }) =>
    send({ ...headers, Accept: 'text/html' }, `/d/${document_id}`),
  'its JSON': (headers, { document_id }) => send(headers, `/d/${document_id}`),
  'the page of a version': (headers, { document_id, version_id }) =>
    send({ ...headers, Accept: 'text/html' }, `/d/${document_id}/versions/${version_id}`),
  'a picture of a page': (headers, { document_id, version_id }) =>
    send(
      { ...headers, Accept: 'text/html', 'Sec-Fetch-Dest': 'image' },
      `/d/${document_id}/versions/${version_id}/pages/1`,
    ),
};

const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});
const [policy, otherShare] = [`pol_${'0'.repeat(26)}`, `shr_${'0'.repeat(26)}`];

/** Requests that a share does not allow, although they are about the shared document. */
const refusedRequests: Readonly<Partial<Record<OperationId, SendRequest>>> = {
  updateDocument: on('', json('PATCH', { title: 'Mine' })),
  setDocumentAccessLevel: on('/access_level', json('PUT', { access_level: 'public' })),
  deleteDocument: on('', { method: 'DELETE' }),
  listDocumentEarlierTexts: on('/earlier_texts'),
  getDocumentPicture: on('/picture'),
  listDocumentActivity: on('/activity'),
  getDocumentActivitySummary: on('/activity/summary'),
  listDocumentReaders: on('/readers'),
  getDocumentReader: on(`/readers/usr_${'0'.repeat(26)}`),
  createDocumentVersion: async (headers, { document_id }) =>
    send(headers, `/v1/documents/${document_id}/versions`, {
      method: 'POST',
      body: uploadForm({ title: 'Mine' }, await makeSmallPdf()),
    }),
  // The policy of the scene withholds the file.
  getDocumentVersionDownload: (headers, { document_id, version_id }) =>
    send(headers, `/v1/documents/${document_id}/versions/${version_id}/download`),
  getDocumentText: on('/text'),
  updateDocumentVersion: (headers, { document_id, version_id }) =>
    send(headers, `/v1/documents/${document_id}/versions/${version_id}`, json('PATCH', { title: 'Mine' })),
  deleteDocumentVersion: (headers, { document_id, version_id }) =>
    send(headers, `/v1/documents/${document_id}/versions/${version_id}`, { method: 'DELETE' }),
  listDocumentPolicies: on('/policies'),
  attachDocumentPolicy: on('/policies', json('POST', { policy_id: policy })),
  detachDocumentPolicy: on(`/policies/${policy}`, { method: 'DELETE' }),
  listDocumentAccessRequests: on('/access_requests'),
  deleteDocumentAccessRequest: on(`/access_requests/acr_${'0'.repeat(26)}`, { method: 'DELETE' }),
  listDocumentShares: on('/shares'),
  createDocumentShare: on('/shares', json('POST', { email: 'friend@example.org' })),
  getDocumentShare: on(`/shares/${otherShare}`),
  updateDocumentShare: on(`/shares/${otherShare}`, json('PATCH', { notify_me: true })),
  deleteDocumentShare: on(`/shares/${otherShare}`, { method: 'DELETE' }),
  sendDocumentShare: on(`/shares/${otherShare}/send`, { method: 'POST' }),
};

function on(below: string, init?: RequestInit): SendRequest {
  return (headers, { document_id }) => send(headers, `/v1/documents/${document_id}${below}`, init);
}

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

const aShortWhile = 1500;

interface Row {
  readonly who: string;
  /** The statuses of the allowed and of the other requests. */
  readonly statuses: readonly [allowed: number, refused: number];
  readonly isListed: boolean;
  /** Whether the situation changes the document or its organization. Default: it does not */
  readonly changesScene?: true;
  /** Makes the situation that `who` describes. Returns the credential with which the requests are sent afterwards. */
  readonly prepare: (at: Scene) => Promise<Headers>;
}

const rows: readonly Row[] = [
  {
    who: 'a person before the share',
    statuses: [404, 404],
    isListed: false,
    prepare: async () => keyOf(await storedPerson()),
  },
  {
    who: 'a person during the share, by an unbound key',
    statuses: [200, 403],
    isListed: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      return keyOf(person);
    },
  },
  {
    who: 'a person during the share, by a session',
    statuses: [200, 403],
    isListed: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      return { ...(await storedSession(person)).headers, Origin: credentials.base_url };
    },
  },
  {
    who: 'a person after the share is withdrawn',
    statuses: [404, 404],
    isListed: false,
    prepare: async (at) => {
      const person = await storedPerson();
      const { id } = await share(at, person);
      await call.deleteDocumentShare({ ...at.byCreator, path: { ...at.path, share_id: id } });
      return keyOf(person);
    },
  },
  {
    who: 'a person after the share has ended',
    statuses: [404, 404],
    isListed: false,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person, { expires_at: new Date(Date.now() + aShortWhile).toISOString() });
      await new Promise((resolve) => setTimeout(resolve, aShortWhile));
      return keyOf(person);
    },
  },
  ...(
    [
      ['with a field of a later release', { versions: ['ver_1'] }],
      ['with a value that this release cannot read', { expires_at: { after_days: 7 } }],
    ] as const
  ).map(
    ([what, stored]): Row => ({
      who: `a person with a share ${what}`,
      statuses: [404, 404],
      isListed: false,
      prepare: async (at) => {
        const person = await storedPerson();
        await share(at, person);
        for (const [name, value] of Object.entries(stored))
          await stage.table.set({ ...sharedWithKey(at.document_id, person.email ?? '') }, name, value);
        return keyOf(person);
      },
    }),
  ),
  {
    who: 'a person, while a policy has a rule of a later release',
    statuses: [403, 403],
    isListed: true,
    changesScene: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      const { items } = (await call.listDocumentPolicies({ ...at.byCreator, path: at.path })).body;
      for (const { policy } of items)
        await stage.table.set({ ...policyKey(at.organization_id, policy.id) }, 'rules', {
          allowed_rooms: ['a'],
        });
      return keyOf(person);
    },
  },
  {
    who: 'a person with another address',
    statuses: [404, 404],
    isListed: false,
    prepare: async (at) => {
      await share(at, await storedPerson());
      return keyOf(await storedPerson());
    },
  },
  {
    who: 'a person whose address has changed',
    statuses: [404, 404],
    isListed: false,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      await change(person, { email: `new-${person.email}` });
      return keyOf(person);
    },
  },
  {
    who: 'a person who proved the address 91 days ago',
    statuses: [403, 403],
    isListed: false,
    prepare: async (at) => {
      const proven_at = new Date(Date.now() - 91 * 24 * 60 * 60_000).toISOString();
      const person = await storedPerson({ proven_at });
      await share(at, person);
      return keyOf(person);
    },
  },
  {
    who: 'a disabled person',
    statuses: [401, 401],
    isListed: false,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      await change(person, { disabled_at: new Date().toISOString() });
      return keyOf(person);
    },
  },
  {
    who: 'a person, once the creator has left the organization',
    statuses: [404, 404],
    isListed: false,
    changesScene: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      await call.removeMember({ ...at.byOwner, path: { user_id: memberIdOf(at.creator) } });
      return keyOf(person);
    },
  },
  {
    who: 'a person, once the creator has left and the document is handed over',
    statuses: [200, 403],
    isListed: true,
    changesScene: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      const heir = await storedMember(at.organization_id, 'member');
      const user_id = memberIdOf(at.creator);
      await call.removeMember({ ...at.byOwner, path: { user_id } });
      await stage.catchUp();
      const json = { to: memberIdOf(heir) };
      const handed = await call.transferDocuments({ ...at.byOwner, path: { user_id }, json });
      expect(handed.status).toBe(200);
      return keyOf(person);
    },
  },
  {
    who: 'a person, once the document is for the whole organization',
    statuses: [200, 403],
    isListed: true,
    changesScene: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      const json = { access_level: 'organization' };
      expect((await call.setDocumentAccessLevel({ ...at.byCreator, path: at.path, json })).status).toBe(200);
      return keyOf(person);
    },
  },
  {
    who: 'a person, once the organization is deleted',
    statuses: [404, 404],
    isListed: false,
    changesScene: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      const { name } = (await call.getOrganization(at.byOwner)).body;
      expect((await call.deleteOrganization({ ...at.byOwner, json: { name } })).status).toBe(200);
      return keyOf(person);
    },
  },
  {
    who: 'a person, once the document is deleted',
    statuses: [404, 404],
    isListed: false,
    changesScene: true,
    prepare: async (at) => {
      const person = await storedPerson();
      await share(at, person);
      await call.deleteDocument({ ...at.byCreator, path: at.path });
      return keyOf(person);
    },
  },
  {
    who: 'a key that is bound to another organization',
    statuses: [404, 404],
    isListed: false,
    prepare: async (at) => {
      const { id: organization_id, owner } = await storedOrganization();
      await share(at, owner);
      return keyOf(owner, { organization_id });
    },
  },
  {
    who: 'a member of another organization, by an unbound key',
    statuses: [200, 403],
    isListed: true,
    prepare: async (at) => {
      const { owner } = await storedOrganization();
      await share(at, owner);
      return keyOf(owner, { organization_id: null });
    },
  },
  {
    who: 'a key of a colleague that is bound to the organization of the document',
    statuses: [200, 403],
    isListed: false,
    prepare: async (at) => {
      const colleague = await storedMember(at.organization_id, 'member');
      await share(at, colleague);
      return keyOf(colleague, { organization_id: at.organization_id });
    },
  },
  {
    who: 'a colleague who has left',
    statuses: [404, 404],
    isListed: false,
    prepare: async (at) => {
      const colleague = await storedMember(at.organization_id, 'member');
      await share(at, colleague);
      await call.removeMember({ ...at.byOwner, path: { user_id: memberIdOf(colleague) } });
      return keyOf(colleague, { organization_id: null });
    },
  },
];

// Threat: A share opens more than one document to one person, or goes on after its end
test('the table has every operation on a document', () => {
  const onDocuments = Object.values(operations).filter((contract: OperationContract) =>
    isAboutDocument(contract),
  );

  const known = [...Object.keys(allowedRequests), ...Object.keys(refusedRequests)].filter(
    (name) => !name.includes(' '),
  );
  expect(known.sort()).toEqual(onDocuments.map(({ id }) => id).sort());
});

describe('requests with a share', () => {
  // Threat: A share opens more than one document to one person, or goes on after its end
  test.for(rows)(
    '$who: $statuses, listed: $isListed',
    async ({ statuses, isListed, changesScene, prepare }) => {
      const at = changesScene ? await scene() : common;
      const headers = await prepare(at);
      await stage.catchUp();

      expect(await statusesOf(allowedRequests, headers, at)).toEqual(all(allowedRequests, statuses[0]));
      expect(await statusesOf(refusedRequests, headers, at)).toEqual(all(refusedRequests, statuses[1]));

      const response = await fetch(`${credentials.base_url}/v1/documents?shared_with_me=true`, { headers });
      const { items = [] } = (await response.json()) as { items?: { id: string }[] };
      expect(items.map(({ id }) => id)).toEqual(isListed ? [at.document_id] : []);
    },
  );
});

test('a person with a share gets 404 for restoring a document that is not deleted', async () => {
  const person = await storedPerson();
  await share(common, person);

  const answer = await send(await keyOf(person), `/v1/documents/${common.document_id}/restore`, {
    method: 'POST',
  });

  expect(answer).toBe(404);
});
