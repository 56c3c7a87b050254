import { createHash } from 'node:crypto';
import { put } from '../support/putUpload.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Actor, type Asked, type Asker, ask, done, type Service } from './service.ts';

/** What somebody read: one answer, or the entries of a list, which may have more entries later. */
export interface Reading {
  readonly as: Asker;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly entries?: readonly unknown[];
}

/** A document that somebody made, and its newest version. */
export interface Made {
  readonly as: Actor;
  readonly document_id: string;
  readonly version_id: string;
}

const pdf = await makePdf();
const longer = await makePdf({ pages: 2 });
const broken = Uint8Array.from(Buffer.from(`%PDF-1.7\n${'no objects, no trailer\n'.repeat(40)}`));

/** Makes and changes documents, as people do in each release. Also changes `others`, which an earlier call made. Returns the new documents. */
export async function useService(
  service: Service,
  about: string,
  others: readonly Made[] = [],
): Promise<Made[]> {
  const [first = '', second = ''] = service.credentials.policy_ids;
  const uploadAs = (as: Actor, fields: Readonly<Record<string, string>>, payload?: Uint8Array<ArrayBuffer>) =>
    upload(service, as, { title: `${about}, of ${as}`, ...fields }, payload);
  const made = await Promise.all([
    uploadAs('owner', { description: 'Shared with everyone in the organization' }),
    uploadAs('member', { access_level: 'private' }),
    uploadAs('admin', { access_level: 'public', description: 'For anyone – 😀' }),
    uploadAs('service_account', {}),
    uploadAs('newcomer', {}),
    uploadAs('outsider', {}),
  ]);
  await service.drain();
  const [{ document_id: shared }] = made;
  for (const policy_id of [first, second])
    await done(service, 'POST', `/v1/documents/${shared}/policies`, { json: { policy_id } });
  await done(service, 'DELETE', `/v1/documents/${shared}/policies/${second}`);
  await changeAll(service, [...others, ...made], `${about}, changed`);
  const failed = await uploadAs('owner', { title: `${about}, broken` }, broken);
  await changeRoles(service);
  await service.drain();
  return [...made, failed];
}

/** Uploads a document. Does not wait for its processing. */
export async function upload(
  service: Service,
  as: Actor,
  fields: Readonly<Record<string, string>>,
  payload: Uint8Array<ArrayBuffer> | null = pdf,
): Promise<Made> {
  const form = uploadForm(fields, payload);
  const { id } = await done(service, 'POST', '/v1/documents', { as, form });
  const { items } = await done(service, 'GET', `/v1/documents/${id}/versions`, { as });
  return { as, document_id: id, version_id: items[0].id };
}

/** Changes documents and their newest versions in all possible ways. Any release may have made the documents. */
export async function changeAll(service: Service, made: readonly Made[], description: string): Promise<void> {
  await Promise.all(made.map((one) => change(service, one, description)));
  await service.drain();
  await Promise.all(
    made.map(({ as, document_id }) =>
      done(service, 'POST', `/v1/documents/${document_id}/entry_page`, { as }),
    ),
  );
}

async function change(
  service: Service,
  { as, document_id, version_id }: Made,
  description: string,
): Promise<void> {
  const path = `/v1/documents/${document_id}`;
  await done(service, 'PATCH', path, { as, json: { description } });
  await done(service, 'PATCH', `${path}/versions/${version_id}`, { as, json: { title: null, description } });
  const form = uploadForm({ title: description }, longer);
  await done(service, 'POST', `${path}/versions`, { as, form });
}

/** Changes roles and restores them. Founds an organization. */
async function changeRoles(service: Service): Promise<void> {
  const member = `/v1/organization/members/${service.credentials.user_ids.member}`;
  for (const role of ['admin', 'member']) await done(service, 'PATCH', member, { json: { role } });
  await done(service, 'POST', '/v1/organization', { as: 'staff', json: { name: 'Founded' } });
}

/** Registers an endpoint for all events. Returns the id of the endpoint. */
export async function register(service: Service, url: string): Promise<string> {
  const { id } = await done(service, 'POST', '/v1/webhooks', { json: { url, events: ['*'] } });
  return id;
}

/**
 * Does all other acts once, so that items of each kind are stored. `at`: the address of an endpoint. Returns the documents that still
 * exist.
 */
export async function useServiceOnce(service: Service, at: string): Promise<Made[]> {
  const act = (method: string, path: string, asked?: Asked) => done(service, method, path, asked);
  const titled = (title: string, more: Readonly<Record<string, string>> = {}) =>
    upload(service, 'owner', { title, ...more });
  const [deleted, restored, hidden, ruled] = await Promise.all([
    titled('Deleted'),
    titled('Restored'),
    titled('Hidden'),
    titled('Ruled', { access_level: 'public' }),
  ]);
  await service.drain();
  for (const { document_id } of [deleted, restored]) await act('DELETE', `/v1/documents/${document_id}`);
  await act('POST', `/v1/documents/${restored.document_id}/restore`);
  const access = { json: { access_level: 'private' } };
  await act('PUT', `/v1/documents/${hidden.document_id}/access_level`, access);
  const rules = { view_only: true, watermark: true, legal_hold: true };
  const { id: policy_id } = await act('POST', '/v1/policies', { json: { name: 'For now', rules } });
  const { id: archived } = await act('POST', '/v1/policies', { json: { name: 'Superseded' } });
  for (const id of [policy_id, archived])
    await act('POST', `/v1/documents/${ruled.document_id}/policies`, { json: { policy_id: id } });
  await act('PATCH', `/v1/policies/${policy_id}`, { json: { name: 'For good' } });
  await act('PATCH', `/v1/policies/${archived}`, { json: { archived: true } });
  await ask(service, 'GET', `/d/${ruled.document_id}`, { as: 'session of member' });
  await act('PATCH', '/v1/organization', { json: { name: 'Another Name Ltd' } });
  const invitation = { json: { email: 'guest@guests.example', role: 'member' } };
  await act('POST', '/v1/organization/invitations', invitation);
  const { id: endpoint } = await act('POST', '/v1/webhooks', { json: { url: at, events: ['*'] } });
  await act('POST', `/v1/webhooks/${endpoint}/rotate_secret`);
  await act('POST', `/v1/webhooks/${endpoint}/test`);
  await act('PATCH', `/v1/webhooks/${endpoint}`, { json: { enabled: false } });
  const account = { json: { name: 'Import', role: 'member' } };
  const { id: service_account_id } = await act('POST', '/v1/service_accounts', account);
  await act('POST', '/v1/api_keys', { json: { name: 'Import', service_account_id } });
  const { id: ended } = await act('POST', '/v1/api_keys', { json: { name: 'For a day' } });
  await act('DELETE', `/v1/api_keys/${ended}`);
  const sha256 = createHash('sha256').update(longer).digest('hex');
  const place = await act('POST', '/v1/uploads', { json: { size_bytes: longer.byteLength, sha256 } });
  await put(place, longer);
  const large = await upload(service, 'owner', { title: 'Large', upload_id: place.id }, null);
  await service.drain();
  return [restored, hidden, ruled, large];
}
