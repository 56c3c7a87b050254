import { expect } from 'vitest';
import type { EventData } from '../../../shared/contract/events.ts';
import type { EventType } from '../../../shared/contract/eventTypes.ts';
import type { Version } from '../../../shared/contract/resources/version.ts';
import { failureMessages } from '../../../shared/contract/resources/versionFailure.ts';
import type { Actor } from '../../support/client.ts';
import type { Change, ExpectedEvent } from './expectedEvents.ts';
import { roomChanges } from './roomChanges.ts';
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

const eventOf = <T extends EventType>(
  type: T,
  data: EventData<T>,
  by: Actor | null = 'owner',
  more: Pick<ExpectedEvent, 'organization_id' | 'visible_to'> = {},
): ExpectedEvent => ({ type, data, by, ...more });

const privately = { fields: { access_level: 'private' } } as const;
const visibleToOwner = () => ({ visible_to: people.get('owner')?.id ?? '' });

export const operationOf = ({ what }: { readonly what: string }): string => what.split(/[ ,]/)[0] ?? '';

const newShare = async (document: Parameters<typeof pathOf>[0], as: Actor = 'owner') => {
  const json = { email: `${crypto.randomUUID()}@example.org` };
  return (await call.createDocumentShare({ as, path: pathOf(document), json })).body;
};

/** A change of something that is prepared before. */
const change = <T>(
  what: string,
  given: () => Promise<T>,
  act: (given: T) => Promise<readonly ExpectedEvent[]>,
): Change => ({
  what,
  prepare: async () => {
    const prepared = await given();
    return () => act(prepared);
  },
});

/** Changes by every operation that causes an event, one for each kind of change. */
export const changes: readonly Change[] = [
  ...(['owner', 'service_account'] as const).map((as) => ({
    what: `createDocument by ${as}`,
    prepare: async () => async () => {
      const document = await upload({ as });
      const version = await onlyVersion(document, as);
      return [eventOf('document.created', document, as), eventOf('version.created', version, as)];
    },
  })),
  {
    what: 'createDocument, private',
    prepare: async () => async () => {
      const document = await upload(privately);
      const version = await onlyVersion(document);
      return [
        eventOf('document.created', document, 'owner', visibleToOwner()),
        eventOf('version.created', version, 'owner', visibleToOwner()),
      ];
    },
  },
  {
    what: 'updateDocument by a person other than its creator',
    prepare: async () => {
      const document = await upload({ as: 'member' });
      const json = { title: '契約書', description: null };
      return async () => {
        const answer = await call.updateDocument({ as: 'admin', path: pathOf(document), json });
        return [eventOf('document.updated', answer.body, 'admin')];
      };
    },
  },
  ...(
    [
      {
        what: 'organization to private, with an event for its creator only',
        from: 'organization',
        to: 'private',
      },
      { what: 'private to public', from: 'private', to: 'public' },
    ] as const
  ).map(({ what, from, to }) => ({
    what: `setDocumentAccessLevel from ${what}`,
    prepare: async () => {
      const document = await upload({ fields: { access_level: from } });
      return async () => {
        const json = { access_level: to };
        const { body } = await call.setDocumentAccessLevel({ path: pathOf(document), json });
        return [eventOf('document.updated', body, 'owner', to === 'private' ? visibleToOwner() : {})];
      };
    },
  })),
  change(
    'deleteDocument by a person other than its creator',
    () => processed({ as: 'member' }),
    async (document) => {
      expect((await remove(pathOf(document), 'admin')).body).toEqual({});
      return [eventOf('document.deleted', document, 'admin')];
    },
  ),
  {
    what: 'restoreDocument of a document that became ready meanwhile',
    prepare: async () => {
      const document = await upload();
      await remove(pathOf(document));
      await work();
      return async () => {
        const { body } = await restore(pathOf(document), 'admin');
        expect(body.processing_status).toBe('ready');
        return [eventOf('document.restored', body, 'admin')];
      };
    },
  },
  change(
    'createDocumentVersion of a document that is ready',
    () => processed(),
    async (document) => [eventOf('version.created', await addVersion(document, { as: 'admin' }), 'admin')],
  ),
  change(
    'createDocumentVersion of a document that has failed',
    () => processed({ broken: true }),
    async (document) => {
      const version = await addVersion(document);
      return [eventOf('version.created', version), eventOf('document.updated', await read(document))];
    },
  ),
  {
    what: 'updateDocumentVersion',
    prepare: async () => {
      const version = await onlyVersion(await upload());
      const json = { title: 'Überarbeitet', description: '' };
      return async () => {
        const { body } = await call.updateDocumentVersion({ path: versionPath(version), json });
        return [eventOf('version.updated', body)];
      };
    },
  },
  {
    what: 'deleteDocumentVersion of the current version',
    prepare: async () => {
      const document = await processed();
      await addVersion(document);
      await work();
      const [version] = await versionsOf(document);
      if (!version) throw new Error('there is no version');
      return async () => {
        expect((await call.deleteDocumentVersion({ as: 'admin', path: versionPath(version) })).body).toEqual(
          {},
        );
        return [
          eventOf('version.deleted', version, 'admin'),
          eventOf('document.updated', await read(document), 'admin'),
        ];
      };
    },
  },
  {
    what: 'deleteDocumentVersion of a version that is being processed, private',
    prepare: async () => {
      const document = await processed(privately);
      const version = await addVersion(document);
      return async () => {
        expect((await call.deleteDocumentVersion({ path: versionPath(version) })).body).toEqual({});
        return [eventOf('version.deleted', version, 'owner', visibleToOwner())];
      };
    },
  },
  {
    what: 'deleteDocumentVersion of the only version that has not failed',
    prepare: async () => {
      const document = await processed({ broken: true });
      const version = await addVersion(document);
      return async () => {
        expect((await call.deleteDocumentVersion({ path: versionPath(version) })).body).toEqual({});
        return [eventOf('version.deleted', version), eventOf('document.failed', await read(document))];
      };
    },
  },
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
  {
    what: 'processVersion of a further version',
    prepare: async () => {
      const document = await processed();
      await addVersion(document);
      return async () => {
        await work();
        const [version] = await versionsOf(document);
        return version
          ? [eventOf('version.ready', version, null), eventOf('document.updated', await read(document), null)]
          : [];
      };
    },
  },
  {
    what: 'processVersion of a further version that cannot be read',
    prepare: async () => {
      const document = await processed();
      await addVersion(document, { broken: true });
      return async () => {
        await work();
        const [version] = await versionsOf(document);
        return version ? [eventOf('version.failed', damaged(version), null)] : [];
      };
    },
  },
  {
    what: 'processVersion of an older version when a newer one has failed',
    prepare: async () => {
      const document = await upload();
      const older = await onlyVersion(document);
      await work([messageOf(await addVersion(document, { broken: true }))]);
      return async () => {
        await work([messageOf(older)]);
        return [
          eventOf('version.ready', { ...older, processing_status: 'ready' }, null),
          eventOf('document.ready', await read(document), null),
        ];
      };
    },
  },
  {
    what: 'createPolicy',
    prepare: async () => async () => [eventOf('policy.created', await addPolicy())],
  },
  {
    what: 'updatePolicy to another name',
    prepare: async () => {
      const path = { policy_id: (await addPolicy()).id };
      const json = { name: uniqueName() };
      return async () => [
        eventOf('policy.updated', (await call.updatePolicy({ as: 'admin', path, json })).body, 'admin'),
      ];
    },
  },
  change(
    'createDocumentShare',
    () => upload(),
    async (document) => [eventOf('document.shared', await newShare(document, 'admin'), 'admin')],
  ),
  {
    what: 'updateDocumentShare',
    prepare: async () => {
      const made = await newShare(await upload());
      const path = { document_id: made.document_id, share_id: made.id };
      return async () => {
        const { body } = await call.updateDocumentShare({ path, json: { notify_me: true } });
        return [eventOf('document.share_updated', body)];
      };
    },
  },
  {
    what: 'deleteDocumentShare',
    prepare: async () => {
      const made = await newShare(await upload());
      const path = { document_id: made.document_id, share_id: made.id };
      return async () => {
        expect((await call.deleteDocumentShare({ path })).status).toBe(200);
        return [eventOf('document.unshared', made)];
      };
    },
  },
  change(
    'deleteOwnShare',
    async () => sharedWithOutsider(await upload()),
    async ({ share, end }) => {
      expect((await end()).status).toBe(200);
      return [eventOf('document.unshared', share, 'outsider')];
    },
  ),
  change(
    'recordAccessRequest, a worker',
    () => upload(privately),
    async (document) => {
      const request = await askedForAccess(document);
      return [
        eventOf(
          'document.access_requested',
          { ...request, document_id: document.id },
          'outsider',
          visibleToOwner(),
        ),
      ];
    },
  ),
  change(
    'attachDocumentPolicy',
    () => upload(),
    async (document) => [eventOf('policy.attached', (await attach(document, 'admin')).body, 'admin')],
  ),
  {
    what: 'detachDocumentPolicy of a policy that was renamed since',
    prepare: async () => {
      const document = await upload();
      const path = { document_id: document.id, policy_id: (await addPolicy()).id };
      const { body: attachment } = await call.attachDocumentPolicy({
        path,
        json: { policy_id: path.policy_id },
      });
      const name = uniqueName();
      await call.updatePolicy({ path, json: { name } });
      return async () => {
        expect((await call.detachDocumentPolicy({ path })).status).toBe(200);
        return [eventOf('policy.detached', { ...attachment, policy: { ...attachment.policy, name } })];
      };
    },
  },
  change(
    'generateDocumentEntryPage by a reader',
    () => processed(),
    async (document) => {
      expect((await drawEntryPage(document, 'member')).status).toBe(200);
      return [eventOf('entry_page.generated', document, 'member')];
    },
  ),
  {
    what: 'generateDocumentEntryPage of a document that has changed since',
    prepare: async () => {
      const document = await upload();
      await drawEntryPage(document);
      const json = { title: 'Now with another title' };
      const { body: updated } = await call.updateDocument({ path: pathOf(document), json });
      return async () => {
        await drawEntryPage(document);
        return [eventOf('entry_page.generated', updated)];
      };
    },
  },
  {
    what: 'createOrganization',
    prepare: async () => async () => {
      const json = { name: 'Müller & Söhne 合同会社' };
      const { body } = await call.createOrganization({ as: 'outsider', json });
      return [eventOf('organization.created', body, 'outsider', { organization_id: body.id })];
    },
  },
  change(
    'acceptInvitation, by its page',
    () => invitedOutsider(),
    async (accept) => {
      expect((await accept()).status).toBe(200);
      const { user_id } = memberOf('outsider');
      return [eventOf('member.joined', await memberAsListed(user_id), 'outsider')];
    },
  ),
  change(
    'removeMember',
    () => newMember(),
    async (member) => {
      expect((await removeMember(member)).status).toBe(200);
      return [eventOf('member.removed', member)];
    },
  ),
  {
    what: 'createGroup',
    prepare: async () => async () => [eventOf('group.created', await addGroup())],
  },
  change(
    'updateGroup',
    () => addGroup(),
    async ({ id: group_id }) => {
      const json = { name: uniqueName(), description: 'Second round' };
      return [eventOf('group.updated', (await call.updateGroup({ path: { group_id }, json })).body)];
    },
  ),
  change(
    'deleteGroup',
    () => addGroup(),
    async (group) => {
      expect((await call.deleteGroup({ path: { group_id: group.id } })).status).toBe(200);
      return [eventOf('group.deleted', group)];
    },
  ),
  ...roomChanges,
  change(
    'reclaimOwnership',
    () => ownershipTaken(),
    async (reclaim) => {
      expect((await reclaim()).status).toBe(200);
      const { user_id } = memberOf('owner');
      return [eventOf('member.role_updated', await memberAsListed(user_id), 'owner')];
    },
  ),
  ...(['owner', 'staff'] as const).map((as) => ({
    what: `transferDocuments by ${as}`,
    prepare: async () => {
      const { user_id, document } = await newMemberWithDocument();
      return async () => {
        const { body } = await transferDocuments(user_id, userIds.admin, as);
        expect(body.transferred).toBe(1);
        return [eventOf('document.updated', await read(document), as)];
      };
    },
  })),
  ...(['owner', 'service_account'] as const).map((as) => ({
    what: `createApiKey by ${as}`,
    prepare: async () => async () => [eventOf('api_key.created', (await makeKey(as)).key, as)],
  })),
  change(
    'deleteApiKey',
    () => makeKey('member'),
    async ({ key }) => {
      expect((await endKey(key.id, 'member')).status).toBe(200);
      return [eventOf('api_key.revoked', key, 'member')];
    },
  ),
  {
    what: 'deleteServiceAccount with an endpoint',
    prepare: async () => {
      const account = await newAccount('admin');
      const { key, headers } = await makeKey('owner', { service_account_id: account });
      const json = { url: 'https://receiver.example/stops', events: ['webhook.test'] };
      const { body } = await call.registerWebhook({ as: null, headers, json });
      const { secret: _secret, ...endpoint } = body;
      await endKey(key.id);
      return async () => {
        expect((await removeAccount(account)).status).toBe(200);
        const state = { state: 'disabled', disabled_reason: 'registrar' } as const;
        return [eventOf('webhook.disabled', { ...endpoint, ...state, disabled_at: expect.any(String) })];
      };
    },
  },
  {
    what: 'deleteServiceAccount with a key',
    prepare: async () => {
      const account = await newAccount();
      const { key } = await makeKey('owner', { service_account_id: account });
      await stage.catchUp();
      return async () => {
        expect((await removeAccount(account, 'admin')).status).toBe(200);
        return [eventOf('api_key.revoked', key, 'admin')];
      };
    },
  },
  {
    what: 'updateMemberRole',
    prepare: async () => {
      await setRole('member');
      return async () => {
        expect((await setRole('admin', 'admin')).status).toBe(204);
        return [eventOf('member.role_updated', await memberAsListed(), 'admin')];
      };
    },
  },
  {
    what: 'updateMemberRole of a member with an endpoint',
    prepare: async () => {
      await setRole('admin');
      const json = { url: 'https://receiver.example/stops', events: ['webhook.test'] };
      const { secret: _secret, ...endpoint } = (await call.registerWebhook({ as: 'member', json })).body;
      return async () => {
        expect((await setRole('member')).status).toBe(204);
        const state = { state: 'disabled', disabled_reason: 'registrar' } as const;
        return [
          eventOf('member.role_updated', await memberAsListed()),
          eventOf('webhook.disabled', { ...endpoint, ...state, disabled_at: expect.any(String) }),
        ];
      };
    },
  },
];
