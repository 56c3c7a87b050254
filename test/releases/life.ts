import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Actor, type Asker, done, type Service } from './service.ts';

/** What somebody read: one answer, or the entries of a list, which may have more by the time that it is read again. */
export interface Reading {
  readonly as: Asker;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  readonly entries?: readonly unknown[];
}

/** A document of somebody, and its newest version. */
export interface Made {
  readonly as: Actor;
  readonly document_id: string;
  readonly version_id: string;
}

const pdf = await makePdf();
const longer = await makePdf({ pages: 2 });
const broken = Uint8Array.from(Buffer.from(`%PDF-1.7\n${'no objects, no trailer\n'.repeat(40)}`));

/**
 * What people do in the time of one release, with every operation there was in 0.2.0. They change `others` as well, that they
 * made before. Returns what they have made.
 */
export async function live(service: Service, about: string, others: readonly Made[] = []): Promise<Made[]> {
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

/** Uploads a document, which may be being processed then. */
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

/** Changes documents in every way there is, and their newest versions, whichever release made them. */
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

/** Promotes and demotes, so that everybody has the role that they had; and founds an organization. */
async function changeRoles(service: Service): Promise<void> {
  const member = `/v1/organization/members/${service.credentials.user_ids.member}`;
  for (const role of ['admin', 'member']) await done(service, 'PATCH', member, { json: { role } });
  await done(service, 'POST', '/v1/organization', { as: 'staff', json: { name: 'Founded' } });
}

/** Registers an endpoint for all events. Returns its id. */
export async function register(service: Service, url: string): Promise<string> {
  const { id } = await done(service, 'POST', '/v1/webhooks', { json: { url, events: ['*'] } });
  return id;
}
