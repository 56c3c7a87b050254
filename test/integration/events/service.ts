import { expect } from 'vitest';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import type { AccessRequest } from '../../../shared/contract/resources/accessRequest.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import type { Group } from '../../../shared/contract/resources/group.ts';
import type { OrganizationMember } from '../../../shared/contract/resources/organization.ts';
import type { OrganizationPolicy } from '../../../shared/contract/resources/policy.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import type { Version } from '../../../shared/contract/resources/version.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { createTakenOwnership } from '../../../shared/data/organizations/takenOwnerships.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import type { Actor } from '../../support/client.ts';
import { byKey, bySession, memberIdOf, storedMember } from '../../support/people/people.ts';
import { faultyStageOn } from '../../support/stages/faultyStage.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

/** The service of one test file, and helpers for its tests. The workers run only when a test calls for them. */

export const stage = faultyStageOn(await sharedStage());
export const { call } = stage;
export const { organization_id: organizationId, user_ids: userIds } = stage.credentials;
const policyId = stage.credentials.policy_ids[0] ?? '';

/** A file that begins like a PDF, but is not readable. */
const brokenPdf = Uint8Array.from(Buffer.from('%PDF-1.7\nno objects, no trailer\n'));

export interface Upload {
  readonly as?: Actor;
  readonly fields?: Readonly<Record<string, string>>;
  readonly broken?: boolean;
}

export async function upload({ as = 'owner', fields = {}, broken = false }: Upload = {}): Promise<Document> {
  const form = uploadForm(
    { title: 'Rahmenvertrag – Wartung', ...fields },
    broken ? brokenPdf : await makePdf(),
  );
  return (await call.createDocument({ as, form })).body;
}

export async function addVersion(
  { id }: Document,
  { as = 'owner', broken = false }: Upload = {},
): Promise<Version> {
  const form = uploadForm({}, broken ? brokenPdf : await makePdf());
  return (await call.createDocumentVersion({ as, path: { document_id: id }, form })).body;
}

/** Runs the worker with the messages that wait for processing, or with the given ones. Resolves with the messages. */
export async function work(given?: readonly string[]): Promise<readonly string[]> {
  const bodies = given ?? (await stage.takeMessages('processing'));
  expect(await stage.deliver(...bodies)).toEqual([]);
  return bodies;
}

/** Runs the fan-out with the messages that wait, or with the given ones. Resolves with the messages. */
export async function fanOut(given?: readonly string[]): Promise<readonly string[]> {
  const bodies = given ?? (await stage.takeMessages('events'));
  await stage.fanOut(...bodies);
  return bodies;
}

/** The message that lets the worker process a version. */
export const messageOf = ({ document_id, id }: Version): string =>
  JSON.stringify({ document_id, version_id: id });

export async function processed(given: Upload = {}): Promise<Document> {
  const { id } = await upload(given);
  await work();
  return read({ id }, given.as);
}

export const read = async ({ id }: { readonly id: string }, as: Actor = 'owner'): Promise<Document> =>
  (await call.getDocument({ as, path: { document_id: id } })).body;

/** The versions of a document, newest first. */
export const versionsOf = async ({ id }: { readonly id: string }, as: Actor = 'owner'): Promise<Version[]> =>
  (await call.listDocumentVersions({ as, path: { document_id: id } })).body.items;

export const onlyVersion = async (document: Document, as?: Actor): Promise<Version> => {
  const [version, ...others] = await versionsOf(document, as);
  if (!version || others.length > 0) throw new Error(`${document.id} has not one version`);
  return version;
};

export const pathOf = ({ id }: Document): { document_id: string } => ({ document_id: id });
export const versionPath = ({ document_id, id }: Version) => ({ document_id, version_id: id });

export const uniqueName = (): string => `Policy ${crypto.randomUUID()}`;
export const addPolicy = async (): Promise<OrganizationPolicy> =>
  (await call.createPolicy({ json: { name: uniqueName() } })).body;
export const addGroup = async (as: Actor = 'owner'): Promise<Group> =>
  (await call.createGroup({ as, json: { name: uniqueName() } })).body;
export const remove = (path: ReturnType<typeof pathOf>, as: Actor = 'owner') =>
  call.deleteDocument({ as, path });
export const restore = (path: ReturnType<typeof pathOf>, as: Actor = 'owner') =>
  call.restoreDocument({ as, path });
export const attach = (document: Document, as: Actor = 'owner') =>
  call.attachDocumentPolicy({ as, path: pathOf(document), json: { policy_id: policyId } });
export const drawEntryPage = (document: Document, as: Actor = 'owner') =>
  call.generateDocumentEntryPage({ as, path: pathOf(document) });

/** Staff name the organization in which they act. */
const inOrganization = (as: Actor): Readonly<Record<string, string>> =>
  as === 'staff' ? { 'X-Service-Organization-Id': organizationId } : {};

export const setRole = (role: string, as: Actor = 'owner', user_id = userIds.member) =>
  call.updateMemberRole({
    as,
    path: { user_id },
    json: { role },
    headers: inOrganization(as),
  });
/** Records that the ownership of the owner was taken. Resolves with a function with which the owner reclaims it. */
export async function ownershipTaken() {
  const owner = await getCaller(memberOf('owner').user_id);
  if (!owner) throw new Error('the owner is gone');
  const taken = { organization_id: organizationId, user_id: owner.id };
  await transact([createTakenOwnership(taken, Date.now())]);
  const inBrowser = await bySession(owner, stage.credentials);
  return () => call.reclaimOwnership(inBrowser);
}
/** Shares a document with the outsider. Resolves with the share, and with a function with which the outsider ends it. */
export async function sharedWithOutsider(document: Document) {
  const outsider = await getCaller(memberOf('outsider').user_id);
  if (!outsider) throw new Error('the outsider is gone');
  const [path, json] = [pathOf(document), { email: outsider.email ?? '' }];
  const { body: share } = await call.createDocumentShare({ path, json });
  const inBrowser = await bySession(outsider, stage.credentials);
  return { share, end: () => call.deleteOwnShare({ ...inBrowser, path }) };
}
/** Lets the outsider ask for access to a document. Resolves with the request as listed. */
export async function askedForAccess(document: Document): Promise<AccessRequest> {
  const user_id = memberOf('outsider').user_id.replace('usr_', 'user_');
  const body = JSON.stringify({ document_id: document.id, user_id, credential: 'session:outsider' });
  await stage.invoke('recordAccessRequest', { Records: [{ messageId: 'message-1', body }] });
  const [request] = (await call.listDocumentAccessRequests({ path: pathOf(document) })).body.items;
  if (!request) throw new Error('the request was not recorded');
  return request;
}
/** Adds a member. Resolves with the member as listed. */
export async function newMember(): Promise<OrganizationMember> {
  const { id } = await storedMember(organizationId, 'member');
  return memberAsListed(`usr_${ulidOf(id)}`);
}
/** Adds a member, who makes a document. */
export async function newMemberWithDocument() {
  const member = await storedMember(organizationId, 'member');
  const form = uploadForm({ title: 'To be handed over' }, await makePdf());
  const { body: document } = await call.createDocument({ ...(await byKey(member)), form });
  await stage.catchUp();
  return { user_id: memberIdOf(member), document };
}
export const transferDocuments = (user_id: string, to: string, as: Actor = 'owner') =>
  call.transferDocuments({
    as,
    path: { user_id },
    json: { to },
    headers: inOrganization(as),
  });
/** Adds a service account. Resolves with its id. */
export async function newAccount(role = 'member'): Promise<string> {
  return (await call.createServiceAccount({ json: { name: 'Nightly import', role } })).body.id;
}
export const removeAccount = (service_account_id: string, as: Actor = 'owner') =>
  call.deleteServiceAccount({ as, path: { service_account_id } });
/** Makes an API key. Resolves with the key as in events, and with the headers of its requests. */
export async function makeKey(as: Actor = 'owner', json: object = {}) {
  const headers = inOrganization(as);
  const { body } = await call.createApiKey({ as, headers, json: { name: 'laptop', ...json } });
  const { api_key, last_used_at: _unused, ...key } = body;
  return { key, headers: { Authorization: `Bearer ${api_key}` } };
}
export const endKey = (key_id: string, as: Actor = 'owner') =>
  call.deleteApiKey({ as, path: { key_id }, headers: inOrganization(as) });

/** Returns the path parameter that names an actor in the operations on members. */
export const memberOf = (actor: Actor): Pick<OrganizationMember, 'user_id'> => {
  const user = people.get(actor);
  if (!user) throw new Error(`${actor} is not among the people`);
  return { user_id: `usr_${ulidOf(user.id)}` };
};

/** Invites the outsider, after removing them. Resolves with a function that accepts the invitation by its page. */
export async function invitedOutsider(): Promise<() => Promise<Response>> {
  await removeMember(memberOf('outsider'));
  const outsider = await getCaller(memberOf('outsider').user_id);
  if (!outsider) throw new Error('the outsider is gone');
  const json = { email: outsider.email, role: 'member' };
  const { url } = (await call.createInvitation({ json })).body;
  const { headers } = await bySession(outsider, stage.credentials);
  return () => fetch(url, { method: 'POST', headers });
}

export const removeMember = ({ user_id }: Pick<OrganizationMember, 'user_id'>, as: Actor = 'owner') =>
  call.removeMember({ as, path: { user_id }, headers: inOrganization(as) });
export const memberAsListed = async (user_id = userIds.member): Promise<OrganizationMember> => {
  const { items } = (await call.listOrganizationMembers()).body;
  const found = items.find((member) => member.user_id === user_id);
  if (!found) throw new Error('the member is not listed');
  return found;
};

/** The actors as the API shows them, for example as the creators of documents. */
export const people = new Map<Actor, User>();
for (const actor of ['owner', 'admin', 'member', 'service_account', 'outsider', 'staff'] as const)
  people.set(actor, (await upload({ as: actor })).created_by);
