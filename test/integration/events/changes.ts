import { expect } from 'vitest';
import type { Version } from '../../../shared/contract/resources/version.ts';
import { failureMessages } from '../../../shared/contract/resources/versionFailure.ts';
import type { Actor } from '../../support/client.ts';
import { answered, type Change, change, eventOf, nothing, removed, silent } from './expectedEvents.ts';
import { roomChanges, roomsUnchanged } from './roomChanges.ts';
import {
  addGroup,
  addPolicy,
  addVersion,
  askedForAccess,
  attach,
  call,
  drawEntryPage,
  endKey,
  invitedOutsider,
  makeKey,
  memberAsListed,
  memberOf,
  messageOf,
  newAccount,
  newMember,
  newMemberWithDocument,
  onlyVersion,
  ownershipTaken,
  pathOf,
  people,
  processed,
  read,
  remove,
  removeAccount,
  removeMember,
  restore,
  setRole,
  sharedWithOutsider,
  stage,
  transferDocuments,
  type Upload,
  uniqueName,
  upload,
  userIds,
  versionPath,
  versionsOf,
  work,
} from './service.ts';

/** Returns the event's data for a version that no PDF reader opens. */
const damaged = (version: Version): Version => ({
  ...version,
  failure: { code: 'damaged', message: failureMessages.damaged },
});

const privately = { fields: { access_level: 'private' } } as const;
const privateUpload = () => upload(privately);
const visibleToOwner = () => ({ visible_to: people.get('owner')?.id ?? '' });

export const operationOf = ({ what }: { readonly what: string }): string => what.split(/[ ,]/)[0] ?? '';

/** A processed document, and a further version of it, which is not processed yet. */
async function withFurtherVersion(given: Upload = {}, further: Upload = {}) {
  const document = await processed(given);
  return { document, version: await addVersion(document, further) };
}

const versionOfUpload = async () => onlyVersion(await upload());

const newShare = async (document: Parameters<typeof pathOf>[0], as: Actor = 'owner') => {
  const json = { email: `${crypto.randomUUID()}@example.org` };
  return (await call.createDocumentShare({ as, path: pathOf(document), json })).body;
};
const shared = async () => newShare(await upload());
const sharePath = ({ document_id, id }: Awaited<ReturnType<typeof newShare>>) => ({
  document_id,
  share_id: id,
});

const asMember = () => setRole('member');

/** Registers an endpoint that stops with its registrar. Resolves with the data of the event about that. */
async function stoppingEndpoint(by: Parameters<typeof call.registerWebhook>[0]) {
  const json = { url: 'https://receiver.example/stops', events: ['webhook.test'] };
  const { secret: _secret, ...endpoint } = (await call.registerWebhook({ ...by, json })).body;
  const state = { state: 'disabled', disabled_reason: 'registrar' } as const;
  return { ...endpoint, ...state, disabled_at: expect.any(String) };
}

/** Changes by every operation that causes an event, one for each kind of change. */
export const changes: readonly Change[] = [
  ...(['owner', 'service_account'] as const).map((as) =>
    change(`createDocument by ${as}`, nothing, async () => {
      const document = await upload({ as });
      const version = await onlyVersion(document, as);
      return [eventOf('document.created', document, as), eventOf('version.created', version, as)];
    }),
  ),
  change('createDocument, private', nothing, async () => {
    const document = await upload(privately);
    const version = await onlyVersion(document);
    return [
      eventOf('document.created', document, 'owner', visibleToOwner()),
      eventOf('version.created', version, 'owner', visibleToOwner()),
    ];
  }),
  answered(
    'updateDocument by a person other than its creator',
    () => upload({ as: 'member' }),
    'document.updated',
    (document) =>
      call.updateDocument({
        as: 'admin',
        path: pathOf(document),
        json: { title: '契約書', description: null },
      }),
    'admin',
  ),
  change(
    'setDocumentAccessLevel from organization to private, with an event for its creator only',
    () => upload({ fields: { access_level: 'organization' } }),
    async (document) => {
      const json = { access_level: 'private' };
      const { body } = await call.setDocumentAccessLevel({ path: pathOf(document), json });
      return [eventOf('document.updated', body, 'owner', visibleToOwner())];
    },
  ),
  answered('setDocumentAccessLevel from private to public', privateUpload, 'document.updated', (document) =>
    call.setDocumentAccessLevel({ path: pathOf(document), json: { access_level: 'public' } }),
  ),
  removed(
    'deleteDocument by a person other than its creator',
    () => processed({ as: 'member' }),
    'document.deleted',
    (document) => [document, remove(pathOf(document), 'admin'), 'admin'],
  ),
  change(
    'restoreDocument of a document that became ready meanwhile',
    async () => {
      const document = await upload();
      await remove(pathOf(document));
      await work();
      return document;
    },
    async (document) => {
      const { body } = await restore(pathOf(document), 'admin');
      expect(body.processing_status).toBe('ready');
      return [eventOf('document.restored', body, 'admin')];
    },
  ),
  change('createDocumentVersion of a document that is ready', processed, async (document) => [
    eventOf('version.created', await addVersion(document, { as: 'admin' }), 'admin'),
  ]),
  change(
    'createDocumentVersion of a document that has failed',
    () => processed({ broken: true }),
    async (document) => {
      const version = await addVersion(document);
      return [eventOf('version.created', version), eventOf('document.updated', await read(document))];
    },
  ),
  answered('updateDocumentVersion', versionOfUpload, 'version.updated', (version) =>
    call.updateDocumentVersion({
      path: versionPath(version),
      json: { title: 'Überarbeitet', description: '' },
    }),
  ),
  change(
    'deleteDocumentVersion of the current version',
    async () => {
      const { document } = await withFurtherVersion();
      await work();
      const [version] = await versionsOf(document);
      if (!version) throw new Error('there is no version');
      return { document, version };
    },
    async ({ document, version }) => {
      const { body } = await call.deleteDocumentVersion({ as: 'admin', path: versionPath(version) });
      expect(body).toEqual({});
      return [
        eventOf('version.deleted', version, 'admin'),
        eventOf('document.updated', await read(document), 'admin'),
      ];
    },
  ),
  change(
    'deleteDocumentVersion of a version that is being processed, private',
    () => withFurtherVersion(privately),
    async ({ version }) => {
      expect((await call.deleteDocumentVersion({ path: versionPath(version) })).body).toEqual({});
      return [eventOf('version.deleted', version, 'owner', visibleToOwner())];
    },
  ),
  change(
    'deleteDocumentVersion of the only version that has not failed',
    () => withFurtherVersion({ broken: true }),
    async ({ document, version }) => {
      expect((await call.deleteDocumentVersion({ path: versionPath(version) })).body).toEqual({});
      return [eventOf('version.deleted', version), eventOf('document.failed', await read(document))];
    },
  ),
  change(
    'processVersion of a first version',
    () => upload({ as: 'member' }),
    async (document) => {
      await work();
      return [
        eventOf('version.ready', await onlyVersion(document), null),
        eventOf('document.ready', await read(document), null),
      ];
    },
  ),
  change(
    'processVersion of a first version that cannot be read',
    () => upload({ ...privately, broken: true }),
    async (document) => {
      await work();
      return [
        eventOf('version.failed', damaged(await onlyVersion(document)), null, visibleToOwner()),
        eventOf('document.failed', await read(document), null, visibleToOwner()),
      ];
    },
  ),
  change('processVersion of a further version', withFurtherVersion, async ({ document }) => {
    await work();
    const [version] = await versionsOf(document);
    return version
      ? [eventOf('version.ready', version, null), eventOf('document.updated', await read(document), null)]
      : [];
  }),
  change(
    'processVersion of a further version that cannot be read',
    () => withFurtherVersion({}, { broken: true }),
    async ({ document }) => {
      await work();
      const [version] = await versionsOf(document);
      return version ? [eventOf('version.failed', damaged(version), null)] : [];
    },
  ),
  change(
    'processVersion of an older version when a newer one has failed',
    async () => {
      const document = await upload();
      const older = await onlyVersion(document);
      await work([messageOf(await addVersion(document, { broken: true }))]);
      return { document, older };
    },
    async ({ document, older }) => {
      await work([messageOf(older)]);
      return [
        eventOf('version.ready', { ...older, processing_status: 'ready' }, null),
        eventOf('document.ready', await read(document), null),
      ];
    },
  ),
  change('createPolicy', nothing, async () => [eventOf('policy.created', await addPolicy())]),
  answered(
    'updatePolicy to another name',
    addPolicy,
    'policy.updated',
    ({ id }) => call.updatePolicy({ as: 'admin', path: { policy_id: id }, json: { name: uniqueName() } }),
    'admin',
  ),
  change('createDocumentShare', upload, async (document) => [
    eventOf('document.shared', await newShare(document, 'admin'), 'admin'),
  ]),
  answered('updateDocumentShare', shared, 'document.share_updated', (share) =>
    call.updateDocumentShare({ path: sharePath(share), json: { notify_me: true } }),
  ),
  removed('deleteDocumentShare', shared, 'document.unshared', (share) => [
    share,
    call.deleteDocumentShare({ path: sharePath(share) }),
  ]),
  removed(
    'deleteOwnShare',
    async () => sharedWithOutsider(await upload()),
    'document.unshared',
    ({ share, end }) => [share, end(), 'outsider'],
  ),
  change('recordAccessRequest, a worker', privateUpload, async (document) => {
    const data = { ...(await askedForAccess(document)), document_id: document.id };
    return [eventOf('document.access_requested', data, 'outsider', visibleToOwner())];
  }),
  answered(
    'attachDocumentPolicy',
    upload,
    'policy.attached',
    (document) => attach(document, 'admin'),
    'admin',
  ),
  removed(
    'detachDocumentPolicy of a policy that was renamed since',
    async () => {
      const path = { document_id: (await upload()).id, policy_id: (await addPolicy()).id };
      const json = { policy_id: path.policy_id };
      const { body: attachment } = await call.attachDocumentPolicy({ path, json });
      const name = uniqueName();
      await call.updatePolicy({ path, json: { name } });
      return { path, attachment: { ...attachment, policy: { ...attachment.policy, name } } };
    },
    'policy.detached',
    ({ attachment, path }) => [attachment, call.detachDocumentPolicy({ path })],
  ),
  change('generateDocumentEntryPage by a reader', processed, async (document) => {
    expect((await drawEntryPage(document, 'member')).status).toBe(200);
    return [eventOf('entry_page.generated', document, 'member')];
  }),
  change(
    'generateDocumentEntryPage of a document that has changed since',
    async () => {
      const document = await upload();
      await drawEntryPage(document);
      const json = { title: 'Now with another title' };
      return (await call.updateDocument({ path: pathOf(document), json })).body;
    },
    async (document) => {
      await drawEntryPage(document);
      return [eventOf('entry_page.generated', document)];
    },
  ),
  change('createOrganization', nothing, async () => {
    const json = { name: 'Müller & Söhne 合同会社' };
    const { body } = await call.createOrganization({ as: 'outsider', json });
    return [eventOf('organization.created', body, 'outsider', { organization_id: body.id })];
  }),
  change('acceptInvitation, by its page', invitedOutsider, async (accept) => {
    expect((await accept()).status).toBe(200);
    const { user_id } = memberOf('outsider');
    return [eventOf('member.joined', await memberAsListed(user_id), 'outsider')];
  }),
  removed('removeMember', newMember, 'member.removed', (member) => [member, removeMember(member)]),
  change('createGroup', nothing, async () => [eventOf('group.created', await addGroup())]),
  answered('updateGroup', addGroup, 'group.updated', ({ id }) =>
    call.updateGroup({ path: { group_id: id }, json: { name: uniqueName(), description: 'Second round' } }),
  ),
  removed('deleteGroup', addGroup, 'group.deleted', (group) => [
    group,
    call.deleteGroup({ path: { group_id: group.id } }),
  ]),
  ...roomChanges,
  change('reclaimOwnership', ownershipTaken, async (reclaim) => {
    expect((await reclaim()).status).toBe(200);
    const { user_id } = memberOf('owner');
    return [eventOf('member.role_updated', await memberAsListed(user_id), 'owner')];
  }),
  ...(['owner', 'staff'] as const).map((as) =>
    change(`transferDocuments by ${as}`, newMemberWithDocument, async ({ user_id, document }) => {
      const { body } = await transferDocuments(user_id, userIds.admin, as);
      expect(body.transferred).toBe(1);
      return [eventOf('document.updated', await read(document), as)];
    }),
  ),
  ...(['owner', 'service_account'] as const).map((as) =>
    change(`createApiKey by ${as}`, nothing, async () => [
      eventOf('api_key.created', (await makeKey(as)).key, as),
    ]),
  ),
  removed(
    'deleteApiKey',
    () => makeKey('member'),
    'api_key.revoked',
    ({ key }) => [key, endKey(key.id, 'member'), 'member'],
  ),
  removed(
    'deleteServiceAccount with an endpoint',
    async () => {
      const account = await newAccount('admin');
      const { key, headers } = await makeKey('owner', { service_account_id: account });
      const endpoint = await stoppingEndpoint({ as: null, headers });
      await endKey(key.id);
      return { account, endpoint };
    },
    'webhook.disabled',
    ({ endpoint, account }) => [endpoint, removeAccount(account)],
  ),
  removed(
    'deleteServiceAccount with a key',
    async () => {
      const account = await newAccount();
      const { key } = await makeKey('owner', { service_account_id: account });
      await stage.catchUp();
      return { account, key };
    },
    'api_key.revoked',
    ({ key, account }) => [key, removeAccount(account, 'admin'), 'admin'],
  ),
  change('updateMemberRole', asMember, async () => {
    expect((await setRole('admin', 'admin')).status).toBe(204);
    return [eventOf('member.role_updated', await memberAsListed(), 'admin')];
  }),
  change(
    'updateMemberRole of a member with an endpoint',
    async () => {
      await setRole('admin');
      return stoppingEndpoint({ as: 'member' });
    },
    async (endpoint) => {
      expect((await setRole('member')).status).toBe(204);
      return [eventOf('member.role_updated', await memberAsListed()), eventOf('webhook.disabled', endpoint)];
    },
  ),
];

/**
 * Calls that must not cause an event: calls that change no value, and changes for which the service has no event. A refused call has none,
 * because an event is in one write with its change.
 */
export const callsWithoutEvent = [
  silent('updateDocument to the values that it has', upload, (document) =>
    call.updateDocument({ path: pathOf(document), json: { title: document.title, description: null } }),
  ),
  silent('setDocumentAccessLevel to the level that it has', upload, (document) =>
    call.setDocumentAccessLevel({
      path: pathOf(document),
      json: { access_level: document.access_level },
    }),
  ),
  silent('updateDocumentVersion to the values that it has', versionOfUpload, (version) =>
    call.updateDocumentVersion({ path: versionPath(version), json: { title: null } }),
  ),
  silent(
    'attachDocumentPolicy of an attached policy',
    async () => {
      const document = await upload();
      await attach(document);
      return document;
    },
    (document) => attach(document, 'admin'),
  ),
  silent('updateGroup to the values that it has', addGroup, ({ id, name }) =>
    call.updateGroup({ path: { group_id: id }, json: { name, description: null } }),
  ),
  ...roomsUnchanged,
  silent('updatePolicy to the values that it has', addPolicy, ({ id, name }) =>
    call.updatePolicy({ path: { policy_id: id }, json: { name, archived: false } }),
  ),
  silent(
    'generateDocumentEntryPage of a page that exists already',
    async () => {
      const document = await upload();
      await drawEntryPage(document);
      return document;
    },
    (document) => drawEntryPage(document, 'member'),
  ),
  silent(
    'processVersion of a version whose document is deleted',
    async () => remove(pathOf(await upload())),
    async () => {
      await work();
      return { status: 200 };
    },
  ),
  silent('restoreDocument of a document that is not deleted', upload, (document) =>
    restore(pathOf(document)),
  ),
  silent('updateMemberRole to the role that the member has', asMember, asMember, 204),
  silent('deleteServiceAccount without a key or an endpoint', newAccount, (account) =>
    removeAccount(account),
  ),
];
