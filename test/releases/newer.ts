import { createHash } from 'node:crypto';
import { put } from '../support/putUpload.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Made, register, upload } from './life.ts';
import { type Asked, done, type Service } from './service.ts';
import { join } from './visit.ts';

/** What is there that 0.2.0 could not make, or not so. */
export interface Newer {
  /** Documents that are like any other for 0.2.0. */
  readonly documents: readonly Made[];
  /** Deleted, and can be restored. */
  readonly deleted: Made;
  /** Deleted, 30 days ago. */
  readonly removed: Made;
  /** A document with policies of which one has another name by now. */
  readonly governed: Made;
  /** Who was invited, and is a member; their session acts in an organization that they founded and deleted. */
  readonly guest: Headers;
  /** A document of that organization. */
  readonly abandoned: string;
  /** Who was invited, and is no member any more. */
  readonly leaver: Headers;
  /** API keys that were made by the one who holds another: one of a service account, and one that was ended. */
  readonly keys: { readonly working: Headers; readonly ended: Headers };
  readonly endpoints: Readonly<Record<'paused' | 'rotated' | 'deleted', string>>;
}
type Headers = Readonly<Record<string, string>>;

export const names = { ofThen: 'Retention, for now', ofNow: 'Retention', archived: 'Superseded' };
export const organizationName = 'Another Name Ltd';

/** Has people do what they could not do with 0.2.0. `at`: where endpoints are. */
export async function liveOn(service: Service, at: (path: string) => string): Promise<Newer> {
  const ask = (method: string, path: string, asked?: Asked) => done(service, method, path, asked);
  const titled = (title: string, fields: Headers = {}) => upload(service, 'owner', { title, ...fields });
  const [deleted, removed, restored, hidden, shared, governed] = await Promise.all([
    titled('Deleted'),
    titled('Removed'),
    titled('Restored'),
    titled('Hidden'),
    titled('Shared', { access_level: 'private' }),
    titled('Governed'),
  ]);
  await service.drain();
  for (const { document_id } of [deleted, removed, restored])
    await ask('DELETE', `/v1/documents/${document_id}`);
  await ask('POST', `/v1/documents/${restored.document_id}/restore`);
  for (const [{ document_id }, access_level] of [
    [hidden, 'private'],
    [shared, 'organization'],
  ] as const)
    await ask('PUT', `/v1/documents/${document_id}/access_level`, { json: { access_level } });
  await govern(service, governed);
  await ask('PATCH', '/v1/organization', { json: { name: organizationName } });
  const guest = await invite(service, 'guest@guests.example');
  const leaver = await invite(service, 'leaver@guests.example');
  const handedOver = await leave(service, leaver);
  const abandoned = await abandon(service, guest);
  const endpoints = {
    paused: await register(service, at('paused')),
    rotated: await register(service, at('rotated')),
    deleted: await register(service, at('deleted')),
  };
  await ask('PATCH', `/v1/webhooks/${endpoints.paused}`, { json: { enabled: false } });
  await ask('POST', `/v1/webhooks/${endpoints.rotated}/rotate_secret`);
  await ask('POST', `/v1/webhooks/${endpoints.rotated}/test`);
  await ask('DELETE', `/v1/webhooks/${endpoints.deleted}`);
  const keys = await issueKeys(service);
  const large = await uploadLarge(service);
  return {
    documents: [restored, hidden, shared, handedOver, large],
    deleted,
    removed,
    governed,
    guest,
    abandoned,
    leaver,
    keys,
    endpoints,
  };
}

/** Leaves in the middle of it what 0.2.0 finds in the queues. Returns the documents that there are then. */
export async function leaveUndone(service: Service): Promise<Made[]> {
  const made = await Promise.all(
    Array.from({ length: 4 }, (_, number) => upload(service, 'owner', { title: `Undone ${number}` })),
  );
  const [gone, ...others] = made;
  await done(service, 'DELETE', `/v1/documents/${gone?.document_id}`);
  await done(service, 'POST', '/v1/policies', { json: { name: 'Undone' } });
  return others;
}

async function govern(service: Service, { document_id }: Made): Promise<void> {
  const ids: string[] = [];
  for (const name of [names.ofThen, names.archived]) {
    const { id } = await done(service, 'POST', '/v1/policies', { json: { name } });
    await done(service, 'POST', `/v1/documents/${document_id}/policies`, { json: { policy_id: id } });
    ids.push(id);
  }
  const [renamed, archived] = ids;
  await done(service, 'PATCH', `/v1/policies/${renamed}`, { json: { name: names.ofNow } });
  await done(service, 'PATCH', `/v1/policies/${archived}`, { json: { archived: true } });
}

async function invite(service: Service, email: string): Promise<Headers> {
  const { url } = await done(service, 'POST', '/v1/organization/invitations', {
    json: { email, role: 'member' },
  });
  const { base_url } = service.credentials;
  return { Cookie: await join(service, url.replace('<base_url>', base_url), email), Origin: base_url };
}

/** Somebody makes a document and leaves; it becomes the member's. */
async function leave(service: Service, headers: Headers): Promise<Made> {
  const form = uploadForm({ title: 'Handed over', access_level: 'private' }, await makePdf());
  const { id: document_id } = await done(service, 'POST', '/v1/documents', { as: null, headers, form });
  await service.drain();
  const { user } = await done(service, 'GET', '/v1/me', { as: null, headers });
  const membership = `/v1/organization/members/${user.id.replace(/^user_/, 'usr_')}`;
  await done(service, 'DELETE', membership);
  const to = service.credentials.user_ids.member;
  await done(service, 'POST', `${membership}/transfer_documents`, { json: { to } });
  const { items } = await done(service, 'GET', `/v1/documents/${document_id}/versions`, { as: 'member' });
  return { as: 'member', document_id, version_id: items[0].id };
}

/** Founds an organization, makes a document in it, and deletes it. Returns the document. */
async function abandon(service: Service, headers: Headers): Promise<string> {
  const as = null;
  const name = 'Abandoned';
  const { id: organization_id } = await done(service, 'POST', '/v1/organization', {
    as,
    headers,
    json: { name },
  });
  await done(service, 'POST', '/v1/organization/switch', { as, headers, json: { organization_id } });
  const form = uploadForm({ title: name }, await makePdf());
  const { id } = await done(service, 'POST', '/v1/documents', { as, headers, form });
  await service.drain();
  await done(service, 'DELETE', '/v1/organization', { as, headers, json: { name } });
  return id;
}

async function issueKeys(service: Service): Promise<Newer['keys']> {
  const account = await done(service, 'POST', '/v1/service_accounts', {
    json: { name: 'Import', role: 'member' },
  });
  const issue = (json: object) => done(service, 'POST', '/v1/api_keys', { json });
  const working = await issue({ name: 'Import', service_account_id: account.id });
  const ended = await issue({ name: 'For a day', permissions: ['document#read'] });
  await done(service, 'DELETE', `/v1/api_keys/${ended.id}`);
  const bearing = ({ api_key }: { readonly api_key: string }) => ({ Authorization: `Bearer ${api_key}` });
  return { working: bearing(working), ended: bearing(ended) };
}

async function uploadLarge(service: Service): Promise<Made> {
  const pdf = await makePdf({ pages: 3 });
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const place = await done(service, 'POST', '/v1/uploads', { json: { size_bytes: pdf.byteLength, sha256 } });
  await put(place, pdf);
  return upload(service, 'owner', { title: 'Large', upload_id: place.id }, null);
}
