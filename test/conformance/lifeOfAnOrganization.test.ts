import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificateFile, certificateKeyFile } from 'assembly-host/certificate';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { people } from '../../infra/local/people.ts';
import { ApiError, createClient } from '../../shared/client/index.ts';
import type { Client } from '../../shared/client/types.ts';
import { eventually } from '../support/eventually.ts';
import { someAddress } from '../support/invitations.ts';
import { Person } from '../support/person.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from '../support/receivers/receiver.ts';
import { type RunningService, startService } from '../support/service.ts';
import { noLocalProvider, pick, signIn } from '../support/signIn.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf } from '../support/uploads.ts';

describe.skipIf(noLocalProvider)('the life of an organization', () => {
  let service: RunningService;
  let receiver: Receiver;
  let baseUrl: string;
  const cleanup = new AsyncDisposableStack();
  beforeAll(async () => {
    const { path } = cleanup.use(await temporaryDirectory());
    service = await startService({ DATA_DIR: path });
    cleanup.defer(() => service.stop());
    baseUrl = service.credentials.base_url;
    const read = (name: string) => readFile(join(path, name), 'utf8');
    const certificate = { cert: await read(certificateFile), key: await read(certificateKeyFile) };
    receiver = await openReceiver({ certificate });
    cleanup.defer(() => receiver.close());
  }, 60_000);
  afterAll(() => cleanup.disposeAsync());

  test('from the first sign-in to the last deletion, over HTTP alone', async () => {
    // Nora signs in for the first time, and founds an organization.
    const nora = await signedIn(people.newcomer.email);
    expect(await nora.getMe()).toMatchObject({ organization_id: null, role: null, organizations: [] });
    const { id: organization_id } = await nora.createOrganization({ name: 'Borough Archive' });
    expect(await nora.getMe()).toMatchObject({ organization_id, role: 'owner' });
    await nora.updateOrganization({ name: 'Town Archive' });

    // Nora's scripts get a key, and Nora's receiver gets all events from now on.
    const made = await nora.createApiKey({ name: 'scripts' });
    const scripts = withKey(made.api_key);
    const { id: webhook_id, secret } = await scripts.registerWebhook({
      url: receiver.url,
      events: ['*'],
    });

    // Gus, who has no account, opens his invitation, signs in for it and joins.
    const email = someAddress();
    const { url = '' } = await scripts.createInvitation({ email, role: 'member' });
    const gus = await joined(url, email);
    const { user } = await gus.getMe();
    const guest = { user_id: memberIdOf(user.id) };
    await scripts.updateMemberRole({ ...guest, role: 'admin' });
    await eventually(
      async () => (await gus.getMe()).role,
      (role) => role === 'admin',
    );

    // Gus keeps a document private, and then shows it to everybody, under a policy.
    const minutes = { document_id: await uploaded(gus, 'Minutes') };
    expect(await statusOf(scripts.getDocument(minutes))).toBe(404);
    const { service_url } = await gus.setDocumentAccessLevel({ ...minutes, access_level: 'public' });
    expect((await fetch(service_url)).status).toBe(200);
    const { id: policy_id } = await gus.createPolicy({ name: 'Retention' });
    await gus.attachDocumentPolicy({ ...minutes, policy_id });
    const before = await gus.generateDocumentEntryPage(minutes);
    await scripts.updatePolicy({ policy_id, name: 'Retention for ten years' });
    const after = await gus.generateDocumentEntryPage(minutes);
    expect(await bytesOf(after.download_url)).not.toEqual(await bytesOf(before.download_url));
    await gus.updatePolicy({ policy_id, archived: true });

    // A scanner uploads with its own key, which has only the permissions that it needs.
    const { id: service_account_id } = await nora.createServiceAccount({ name: 'Scanner' });
    const permissions = ['document#read', 'document#write'] as const;
    const { api_key } = await nora.createApiKey({
      name: 'scans',
      service_account_id,
      permissions: [...permissions],
    });
    const scanner = withKey(api_key);
    expect((await scanner.getMe()).permissions.toSorted()).toEqual(permissions);
    const scan = { document_id: await uploaded(scanner, 'Scan', 'organization') };
    await scanner.createDocumentVersion({ ...scan, payload: await makePdf({ pages: 2 }) });

    // Gus leaves. Nobody can read his private documents until Nora hands them over to herself.
    const draft = { document_id: await uploaded(gus, 'Draft') };
    await gus.removeMember(guest);
    await belongsNowhere(gus);
    expect(await statusOf(scripts.getDocument(draft))).toBe(404);
    const heir = memberIdOf((await nora.getMe()).user.id);
    await eventually(
      async () => {
        await nora.transferDocuments({ ...guest, to: heir });
        return statusOf(scripts.getDocument(draft));
      },
      (status) => status === 200,
    );

    // The scan is deleted by mistake, restored, and deleted.
    await scripts.deleteDocument(scan);
    expect(await statusOf(scanner.getDocument(scan))).toBe(404);
    await scripts.restoreDocument(scan);
    expect(await scanner.getDocument(scan)).toMatchObject({ title: 'Scan', processing_status: 'ready' });
    await scripts.deleteDocument(scan);

    // The service recorded all events that Nora's receiver got, byte for byte. The receiver got no events about private documents.
    await service.drain();
    const bodies = receiver.received.map((request) => verified(request, secret));
    expect(new Set(bodies.map((body) => JSON.parse(body).type))).toEqual(new Set(reportedTypes));
    await eventually(
      () => recordedSince(made.created_at, scripts),
      (recorded) => bodies.every((body) => recorded.includes(body)),
    );

    // At the end Nora deletes the endpoint, the scanner, the key and the organization.
    await scripts.deleteWebhook({ webhook_id });
    await nora.deleteServiceAccount({ service_account_id });
    await eventually(
      () => statusOf(scanner.getMe()),
      (status) => status === 401,
    );
    await nora.deleteApiKey({ key_id: made.id });
    await nora.deleteOrganization({ name: 'Town Archive' });
    expect((await fetch(service_url)).status).toBe(404);
    await belongsNowhere(nora);
    await expect(nora.listDocuments()).resolves.toMatchObject({ items: [] });
  });

  const reportedTypes = [
    'member.joined',
    'member.role_updated',
    'member.removed',
    'policy.created',
    'policy.attached',
    'policy.updated',
    'document.created',
    'document.updated',
    'document.viewed',
    'document.ready',
    'document.deleted',
    'document.restored',
    'version.created',
    'version.ready',
    'entry_page.generated',
    'api_key.created',
  ];

  const withKey = (apiKey: string | undefined): Client => createClient({ baseUrl, apiKey });

  /** Returns a client that sends a person's session and origin, as a page of the service does. */
  const withSessionOf = (person: Person): Client =>
    createClient({
      baseUrl,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('Cookie', `session=${person.cookie(baseUrl, 'session')}`);
        headers.set('Origin', baseUrl);
        return fetch(input, { ...init, headers });
      },
    });

  async function signedIn(email: string): Promise<Client> {
    const person = new Person();
    await signIn(person, email, {}, baseUrl);
    return withSessionOf(person);
  }

  async function joined(url: string, email: string): Promise<Client> {
    const person = new Person();
    const begun = await person.go(url);
    await person.go(await pick(person, begun, email));
    await person.go(url, { method: 'POST', headers: { Origin: baseUrl } });
    return withSessionOf(person);
  }

  /** Waits until the person has no organization, because lists lag behind. */
  const belongsNowhere = (person: Client) =>
    eventually(
      () => person.getMe(),
      ({ organization_id, role, organizations }) =>
        organization_id === null && role === null && organizations.length === 0,
    );

  async function recordedSince(since: string, by: Client): Promise<string[]> {
    const recorded: string[] = [];
    for await (const event of by.listEvents.all({ since })) recorded.push(JSON.stringify(event));
    return recorded;
  }

  /** Uploads a file, and resolves with the document's id once it is ready. */
  async function uploaded(by: Client, title: string, access_level: 'private' | 'organization' = 'private') {
    const { id } = await by.createDocument({ title, access_level, payload: await makePdf() });
    await eventually(
      () => by.getDocument({ document_id: id }),
      ({ processing_status }) => processing_status === 'ready',
    );
    return id;
  }

  const statusOf = (call: Promise<unknown>): Promise<number> =>
    call.then(
      () => 200,
      (error) => z.parse(z.instanceof(ApiError), error).status,
    );

  /** Returns the body of a delivery. Throws if it was not signed with the secret. */
  function verified({ body, headers }: ReceivedRequest, secret: string | undefined): string {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    new Webhook(secret ?? '').verify(body.toString(), signed);
    return body.toString();
  }

  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  const memberIdOf = (id: string) => `usr_${id.split('_')[1]}` as const;
});
