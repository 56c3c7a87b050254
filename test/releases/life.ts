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

const broken = Uint8Array.from(Buffer.from(`%PDF-1.7\n${'no objects, no trailer\n'.repeat(40)}`));

/**
 * What people do in the time of one release, with every operation there was in 0.2.0. They change `others` as well, that they
 * made before. Returns what they have made.
 */
export async function live(service: Service, about: string, others: readonly Made[] = []): Promise<Made[]> {
  const [first = '', second = ''] = service.credentials.policy_ids;
  const pdf = await makePdf();
  const upload = async (
    as: Actor,
    fields: Readonly<Record<string, string>>,
    payload = pdf,
  ): Promise<Made> => {
    const form = uploadForm({ title: `${about}, of ${as}`, ...fields }, payload);
    const { id } = await done(service, 'POST', '/v1/documents', { as, form });
    const { items } = await done(service, 'GET', `/v1/documents/${id}/versions`, { as });
    return { as, document_id: id, version_id: items[0].id };
  };
  const made = await Promise.all([
    upload('owner', { description: 'Shared with everyone in the organization' }),
    upload('member', { access_level: 'private' }),
    upload('admin', { access_level: 'public', description: 'For anyone – 😀' }),
    upload('service_account', {}),
    upload('newcomer', {}),
    upload('outsider', {}),
  ]);
  await service.drain();
  const [{ document_id: shared }] = made;
  for (const policy_id of [first, second])
    await done(service, 'POST', `/v1/documents/${shared}/policies`, { json: { policy_id } });
  await done(service, 'DELETE', `/v1/documents/${shared}/policies/${second}`);
  await changeAll(service, [...others, ...made], `${about}, changed`);
  const failed = await upload('owner', { title: `${about}, broken` }, broken);
  await changeRoles(service);
  await service.drain();
  return [...made, failed];
}

/** Changes documents in every way there is, and their newest versions, whichever release made them. */
export async function changeAll(service: Service, made: readonly Made[], description: string): Promise<void> {
  const pdf = await makePdf({ pages: 2 });
  await Promise.all(made.map((one) => change(service, one, description, pdf)));
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
  pdf: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const path = `/v1/documents/${document_id}`;
  await done(service, 'PATCH', path, { as, json: { description } });
  await done(service, 'PATCH', `${path}/versions/${version_id}`, { as, json: { title: null, description } });
  const form = uploadForm({ title: description }, pdf);
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
