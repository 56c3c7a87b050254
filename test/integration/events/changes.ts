import { expect } from 'vitest';
import type { EventData } from '../../../shared/contract/events.ts';
import type { EventType } from '../../../shared/contract/eventTypes.ts';
import type { Actor } from '../../support/client.ts';
import {
  addPolicy,
  addVersion,
  attach,
  call,
  detach,
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
  stage,
  transferDocuments,
  uniqueName,
  upload,
  userIds,
  versionPath,
  versionsOf,
  work,
} from './service.ts';

/** What an event is expected to say. */
export interface Told {
  readonly type: EventType;
  readonly data: unknown;
  /** null: the service itself. */
  readonly by: Actor | null;
  readonly organization_id?: string;
  readonly visible_to?: string | null;
}

const told = <T extends EventType>(
  type: T,
  data: EventData<T>,
  by: Actor | null = 'owner',
  more: Pick<Told, 'organization_id' | 'visible_to'> = {},
): Told => ({ type, data, by, ...more });

export interface Change {
  /** Begins with the operation. */
  readonly what: string;
  /** Resolves with the change to be made, which resolves with what is to be told of it. */
  readonly prepare: () => Promise<() => Promise<readonly Told[]>>;
}

const privately = { fields: { access_level: 'private' } } as const;
const visibleToOwner = () => ({ visible_to: people.get('owner')?.id ?? '' });

export const operationOf = ({ what }: { readonly what: string }): string => what.split(/[ ,]/)[0] ?? '';

/** Every operation that changes something, and what each kind of change is told as. */
export const changes: readonly Change[] = [
  ...(['owner', 'member', 'service_account'] as const).map((as) => ({
    what: `createDocument by ${as}`,
    prepare: async () => async () => {
      const document = await upload({ as });
      const version = await onlyVersion(document, as);
      return [told('document.created', document, as), told('version.created', version, as)];
    },
  })),
  {
    what: 'createDocument, public',
    prepare: async () => async () => {
      const document = await upload({ fields: { access_level: 'public', description: 'für alle' } });
      return [told('document.created', document), told('version.created', await onlyVersion(document))];
    },
  },
  {
    what: 'createDocument, private',
    prepare: async () => async () => {
      const document = await upload(privately);
      const version = await onlyVersion(document);
      return [
        told('document.created', document, 'owner', visibleToOwner()),
        told('version.created', version, 'owner', visibleToOwner()),
      ];
    },
  },
  {
    what: 'updateDocument by someone else than its creator',
    prepare: async () => {
      const document = await upload({ as: 'member' });
      const json = { title: '契約書', description: null };
      return async () => {
        const answer = await call.updateDocument({ as: 'admin', path: pathOf(document), json });
        return [told('document.updated', answer.body, 'admin')];
      };
    },
  },
  {
    what: 'updateDocument, private',
    prepare: async () => {
      const document = await upload(privately);
      const json = { description: 'for my eyes only' };
      return async () => {
        const { body } = await call.updateDocument({ path: pathOf(document), json });
        return [told('document.updated', body, 'owner', visibleToOwner())];
      };
    },
  },
  ...(
    [
      {
        what: 'organization to private, which only its creator is told',
        from: 'organization',
        to: 'private',
      },
      { what: 'private to organization', from: 'private', to: 'organization' },
      { what: 'private to public', from: 'private', to: 'public' },
      { what: 'public to organization', from: 'public', to: 'organization' },
    ] as const
  ).map(({ what, from, to }) => ({
    what: `setDocumentAccessLevel from ${what}`,
    prepare: async () => {
      const document = await upload({ fields: { access_level: from } });
      return async () => {
        const json = { access_level: to };
        const { body } = await call.setDocumentAccessLevel({ path: pathOf(document), json });
        return [told('document.updated', body, 'owner', to === 'private' ? visibleToOwner() : {})];
      };
    },
  })),
  {
    what: 'deleteDocument by someone else than its creator',
    prepare: async () => {
      const document = await processed({ as: 'member' });
      return async () => {
        expect((await remove(pathOf(document), 'admin')).body).toEqual({});
        return [told('document.deleted', document, 'admin')];
      };
    },
  },
  {
    what: 'deleteDocument, private',
    prepare: async () => {
      const document = await upload(privately);
      return async () => {
        await remove(pathOf(document));
        return [told('document.deleted', document, 'owner', visibleToOwner())];
      };
    },
  },
  {
    what: 'restoreDocument of what became ready meanwhile',
    prepare: async () => {
      const document = await upload();
      await remove(pathOf(document));
      await work();
      return async () => {
        const { body } = await restore(pathOf(document), 'admin');
        expect(body.processing_status).toBe('ready');
        return [told('document.restored', body, 'admin')];
      };
    },
  },
  {
    what: 'restoreDocument, private',
    prepare: async () => {
      const document = await upload(privately);
      await remove(pathOf(document));
      return async () => {
        await restore(pathOf(document));
        return [told('document.restored', document, 'owner', visibleToOwner())];
      };
    },
  },
  {
    what: 'createDocumentVersion of a document that is being processed',
    prepare: async () => {
      const document = await upload();
      return async () => [told('version.created', await addVersion(document))];
    },
  },
  {
    what: 'createDocumentVersion of a document that is ready',
    prepare: async () => {
      const document = await processed();
      return async () => [told('version.created', await addVersion(document, { as: 'admin' }), 'admin')];
    },
  },
  {
    what: 'createDocumentVersion of a document that has failed',
    prepare: async () => {
      const document = await processed({ broken: true });
      return async () => {
        const version = await addVersion(document);
        return [told('version.created', version), told('document.updated', await read(document))];
      };
    },
  },
  {
    what: 'updateDocumentVersion',
    prepare: async () => {
      const version = await onlyVersion(await upload());
      const json = { title: 'Überarbeitet', description: '' };
      return async () => {
        const { body } = await call.updateDocumentVersion({ path: versionPath(version), json });
        return [told('version.updated', body)];
      };
    },
  },
  {
    what: 'processVersion of a first version',
    prepare: async () => {
      const document = await upload({ as: 'member' });
      return async () => {
        await work();
        return [
          told('version.ready', await onlyVersion(document), null),
          told('document.ready', await read(document), null),
        ];
      };
    },
  },
  {
    what: 'processVersion of a first version that cannot be read',
    prepare: async () => {
      const document = await upload({ ...privately, broken: true });
      return async () => {
        await work();
        return [
          told('version.failed', await onlyVersion(document), null, visibleToOwner()),
          told('document.failed', await read(document), null, visibleToOwner()),
        ];
      };
    },
  },
  {
    what: 'processVersion of a further version',
    prepare: async () => {
      const document = await processed();
      await addVersion(document);
      return async () => {
        await work();
        const [version] = await versionsOf(document);
        return version
          ? [told('version.ready', version, null), told('document.updated', await read(document), null)]
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
        return version ? [told('version.failed', version, null)] : [];
      };
    },
  },
  {
    what: 'processVersion of an older version behind a newer one',
    prepare: async () => {
      const document = await upload();
      const older = await onlyVersion(document);
      await work([messageOf(await addVersion(document))]);
      return async () => {
        await work([messageOf(older)]);
        return [told('version.ready', { ...older, processing_status: 'ready' }, null)];
      };
    },
  },
  {
    what: 'processVersion of an older version behind one that failed',
    prepare: async () => {
      const document = await upload();
      const older = await onlyVersion(document);
      await work([messageOf(await addVersion(document, { broken: true }))]);
      return async () => {
        await work([messageOf(older)]);
        return [
          told('version.ready', { ...older, processing_status: 'ready' }, null),
          told('document.ready', await read(document), null),
        ];
      };
    },
  },
  {
    what: 'processVersion, told twice at once',
    prepare: async () => {
      const document = await upload();
      const [body = ''] = await stage.takeMessages('processing');
      return async () => {
        await Promise.all([work([body, body]), work([body])]);
        return [
          told('version.ready', await onlyVersion(document), null),
          told('document.ready', await read(document), null),
        ];
      };
    },
  },
  {
    what: 'createPolicy',
    prepare: async () => async () => [told('policy.created', await addPolicy())],
  },
  {
    what: 'updatePolicy to another name',
    prepare: async () => {
      const path = { policy_id: (await addPolicy()).id };
      const json = { name: uniqueName() };
      return async () => [
        told('policy.updated', (await call.updatePolicy({ as: 'admin', path, json })).body, 'admin'),
      ];
    },
  },
  {
    what: 'updatePolicy to be archived',
    prepare: async () => {
      const path = { policy_id: (await addPolicy()).id };
      return async () => [
        told('policy.updated', (await call.updatePolicy({ path, json: { archived: true } })).body),
      ];
    },
  },
  {
    what: 'attachDocumentPolicy',
    prepare: async () => {
      const document = await upload();
      return async () => [told('policy.attached', (await attach(document, 'admin')).body, 'admin')];
    },
  },
  {
    what: 'attachDocumentPolicy, five times at once',
    prepare: async () => {
      const document = await upload(privately);
      return async () => {
        const answers = await Promise.all(Array.from({ length: 5 }, () => attach(document)));
        const [first, ...others] = answers.map(({ body }) => body);
        for (const other of others) expect(other).toEqual(first);
        return first ? [told('policy.attached', first, 'owner', visibleToOwner())] : [];
      };
    },
  },
  {
    what: 'detachDocumentPolicy by someone else than who attached it',
    prepare: async () => {
      const document = await upload();
      const { body: attachment } = await attach(document);
      return async () => {
        expect((await detach(document, 'admin')).status).toBe(200);
        return [told('policy.detached', attachment, 'admin')];
      };
    },
  },
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
        return [told('policy.detached', { ...attachment, policy: { ...attachment.policy, name } })];
      };
    },
  },
  {
    what: 'generateDocumentEntryPage by a reader',
    prepare: async () => {
      const document = await processed();
      return async () => {
        expect((await drawEntryPage(document, 'member')).status).toBe(200);
        return [told('entry_page.generated', document, 'member')];
      };
    },
  },
  {
    what: 'generateDocumentEntryPage, three times at once',
    prepare: async () => {
      const document = await upload(privately);
      return async () => {
        const answers = await Promise.all(Array.from({ length: 3 }, () => drawEntryPage(document)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        return [told('entry_page.generated', document, 'owner', visibleToOwner())];
      };
    },
  },
  {
    what: 'generateDocumentEntryPage of what has changed since',
    prepare: async () => {
      const document = await upload();
      await drawEntryPage(document);
      const json = { title: 'Now with another title' };
      const { body: updated } = await call.updateDocument({ path: pathOf(document), json });
      return async () => {
        await drawEntryPage(document);
        return [told('entry_page.generated', updated)];
      };
    },
  },
  {
    what: 'createOrganization',
    prepare: async () => async () => {
      const json = { name: 'Müller & Söhne 合同会社' };
      const { body } = await call.createOrganization({ as: 'outsider', json });
      return [told('organization.created', body, 'outsider', { organization_id: body.id })];
    },
  },
  {
    what: 'acceptInvitation, the page',
    prepare: async () => {
      const accept = await invitedOutsider();
      return async () => {
        expect((await accept()).status).toBe(200);
        const { user_id } = memberOf('outsider');
        return [told('member.joined', await memberAsListed(user_id), 'outsider')];
      };
    },
  },
  ...(['owner', 'staff'] as const).map((as) => ({
    what: `removeMember by ${as}`,
    prepare: async () => {
      const member = await newMember();
      return async () => {
        expect((await removeMember(member, as)).status).toBe(200);
        return [told('member.removed', member, as)];
      };
    },
  })),
  {
    what: 'reclaimOwnership',
    prepare: async () => {
      const reclaim = await ownershipTaken();
      return async () => {
        expect((await reclaim()).status).toBe(200);
        const { user_id } = memberOf('owner');
        return [told('member.role_updated', await memberAsListed(user_id), 'owner')];
      };
    },
  },
  ...(['owner', 'staff'] as const).map((as) => ({
    what: `transferDocuments by ${as}`,
    prepare: async () => {
      const { user_id, document } = await newMemberWithDocument();
      return async () => {
        const { body } = await transferDocuments(user_id, userIds.admin, as);
        expect(body.transferred).toBe(1);
        return [told('document.updated', await read(document), as)];
      };
    },
  })),
  ...(['owner', 'member', 'service_account'] as const).map((as) => ({
    what: `createApiKey by ${as}`,
    prepare: async () => async () => [told('api_key.created', (await makeKey(as)).key, as)],
  })),
  ...(['admin', 'staff'] as const).map((as) => ({
    what: `createApiKey for a service account by ${as}`,
    prepare: async () => {
      const service_account_id = await newAccount();
      return async () => [told('api_key.created', (await makeKey(as, { service_account_id })).key, as)];
    },
  })),
  {
    what: 'deleteApiKey',
    prepare: async () => {
      const { key } = await makeKey('member');
      return async () => {
        expect((await endKey(key.id, 'member')).status).toBe(200);
        return [told('api_key.revoked', key, 'member')];
      };
    },
  },
  {
    what: 'deleteApiKey of a service account by staff',
    prepare: async () => {
      const { key } = await makeKey('owner', { service_account_id: await newAccount() });
      return async () => {
        expect((await endKey(key.id, 'staff')).status).toBe(200);
        return [told('api_key.revoked', key, 'staff')];
      };
    },
  },
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
        return [told('webhook.disabled', { ...endpoint, ...state, disabled_at: expect.any(String) })];
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
        return [told('api_key.revoked', key, 'admin')];
      };
    },
  },
  {
    what: 'updateMemberRole',
    prepare: async () => {
      await setRole('member');
      return async () => {
        expect((await setRole('admin', 'admin')).status).toBe(204);
        return [told('member.role_updated', await memberAsListed(), 'admin')];
      };
    },
  },
  {
    what: 'updateMemberRole by staff',
    prepare: async () => {
      await setRole('admin');
      return async () => {
        expect((await setRole('member', 'staff')).status).toBe(204);
        return [told('member.role_updated', await memberAsListed(), 'staff')];
      };
    },
  },
  {
    what: 'updateMemberRole of somebody with an endpoint',
    prepare: async () => {
      await setRole('admin');
      const json = { url: 'https://receiver.example/stops', events: ['webhook.test'] };
      const { secret: _secret, ...endpoint } = (await call.registerWebhook({ as: 'member', json })).body;
      return async () => {
        expect((await setRole('member')).status).toBe(204);
        const state = { state: 'disabled', disabled_reason: 'registrar' } as const;
        return [
          told('member.role_updated', await memberAsListed()),
          told('webhook.disabled', { ...endpoint, ...state, disabled_at: expect.any(String) }),
        ];
      };
    },
  },
];
