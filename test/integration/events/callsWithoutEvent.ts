import type { Document } from '../../../shared/contract/resources/document.ts';
import type { Actor, Answer } from '../../support/client.ts';
import { storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import {
  addPolicy,
  attach,
  call,
  detach,
  drawEntryPage,
  endKey,
  makeKey,
  newAccount,
  newMember,
  newMemberWithDocument,
  onlyVersion,
  pathOf,
  policyId,
  policyPath,
  remove,
  removeAccount,
  restore,
  setRole,
  stage,
  transferDocuments,
  uniqueName,
  upload,
  userIds,
  versionPath,
  work,
} from './service.ts';

export interface CallWithoutEvent {
  readonly what: string;
  readonly status: number;
  /** Prepares a call. Resolves with a function that makes the call. */
  readonly prepare: () => Promise<() => Promise<Pick<Answer<unknown>, 'status'>>>;
}

const nobody = 'usr_00000000000000000000000000';

const malformed = { document_id: 'doc_' };

/**
 * Operations that only a document's creator and the owners and admins of its organization may call. Each function calls its operation for a
 * given document.
 */
const tries = {
  updateDocument: (document: Document, as: Actor, good = true) =>
    call.updateDocument({ as, path: pathOf(document), json: { title: good ? 'Taken over' : '' } }),
  deleteDocument: (document: Document, as: Actor, good = true) =>
    remove(good ? pathOf(document) : malformed, as),
  restoreDocument: (document: Document, as: Actor, good = true) =>
    restore(good ? pathOf(document) : malformed, as),
  setDocumentAccessLevel: (document: Document, as: Actor, good = true) =>
    call.setDocumentAccessLevel({
      as,
      path: pathOf(document),
      json: { access_level: good ? 'public' : 'secret' },
    }),
  createDocumentVersion: async (document: Document, as: Actor, good = true) =>
    call.createDocumentVersion({
      as,
      path: pathOf(document),
      form: uploadForm({}, good ? await makePdf() : Uint8Array.from(Buffer.from('not a PDF'))),
    }),
  updateDocumentVersion: async (document: Document, as: Actor, good = true) =>
    call.updateDocumentVersion({
      as,
      path: versionPath(await onlyVersion(document)),
      json: good ? { title: 'Taken over' } : { title: 1 },
    }),
  attachDocumentPolicy: (document: Document, as: Actor, good = true) =>
    call.attachDocumentPolicy({
      as,
      path: pathOf(document),
      json: { policy_id: good ? policyId : 'pol_' },
    }),
  detachDocumentPolicy: (document: Document, as: Actor, good = true) =>
    call.detachDocumentPolicy({
      as,
      path: good ? policyPath(document) : { ...policyPath(document), policy_id: 'pol_' },
    }),
};

/**
 * Calls that must not cause an event: calls that are refused, calls that change no value, and changes for which the service has no event.
 */
export const callsWithoutEvent: readonly CallWithoutEvent[] = [
  ...Object.entries(tries).flatMap(([operation, attempt]) =>
    (
      [
        ['by a member', 403, 'member', true],
        ['with a key that may only read', 403, 'read_only', true],
        ['from another organization', 404, 'outsider', true],
        ['that is malformed', 400, 'owner', false],
      ] as const
    ).map(([why, status, as, good]) => ({
      what: `${operation} ${why}`,
      status,
      prepare: async () => {
        const document = await upload();
        if (operation === 'detachDocumentPolicy') await attach(document);
        if (operation === 'restoreDocument') await remove(pathOf(document));
        return () => attempt(document, as, good);
      },
    })),
  ),
  {
    what: 'createDocument with a key that may only read',
    status: 403,
    prepare: async () => async () =>
      call.createDocument({ as: 'read_only', form: uploadForm({ title: 'No' }, await makePdf()) }),
  },
  {
    what: 'createDocument without a title',
    status: 400,
    prepare: async () => async () =>
      call.createDocument({ form: uploadForm({ title: '' }, await makePdf()) }),
  },
  ...([{}, { title: null }, { title: 'Rahmenvertrag – Wartung' }, { description: null }] as const).map(
    (json) => ({
      what: `updateDocument to the values that it has: ${JSON.stringify(json)}`,
      status: 200,
      prepare: async () => {
        const document = await upload();
        return () => call.updateDocument({ path: pathOf(document), json });
      },
    }),
  ),
  {
    what: 'setDocumentAccessLevel to the level that it has',
    status: 200,
    prepare: async () => {
      const document = await upload();
      const json = { access_level: document.access_level };
      return () => call.setDocumentAccessLevel({ path: pathOf(document), json });
    },
  },
  {
    what: 'setDocumentAccessLevel to private by a person other than its creator',
    status: 403,
    prepare: async () => {
      const document = await upload({ as: 'member' });
      const json = { access_level: 'private' };
      return () => call.setDocumentAccessLevel({ path: pathOf(document), json });
    },
  },
  {
    what: 'updateDocumentVersion to the values that it has',
    status: 200,
    prepare: async () => {
      const version = await onlyVersion(await upload());
      return () => call.updateDocumentVersion({ path: versionPath(version), json: { title: null } });
    },
  },
  {
    what: 'attachDocumentPolicy of an attached policy',
    status: 200,
    prepare: async () => {
      const document = await upload();
      await attach(document);
      return () => attach(document, 'admin');
    },
  },
  {
    what: 'attachDocumentPolicy of an unknown policy',
    status: 404,
    prepare: async () => {
      const document = await upload();
      const json = { policy_id: 'pol_00000000000000000000000000' };
      return () => call.attachDocumentPolicy({ path: pathOf(document), json });
    },
  },
  {
    what: 'detachDocumentPolicy of a policy that is not attached',
    status: 404,
    prepare: async () => {
      const document = await upload();
      return () => detach(document);
    },
  },
  {
    what: 'createPolicy with a name that is taken',
    status: 422,
    prepare: async () => {
      const { name } = await addPolicy();
      return () => call.createPolicy({ json: { name } });
    },
  },
  {
    what: 'updatePolicy to the values that it has',
    status: 200,
    prepare: async () => {
      const { id, name } = await addPolicy();
      return () => call.updatePolicy({ path: { policy_id: id }, json: { name, archived: false } });
    },
  },
  {
    what: 'updateOrganization, which has no event',
    status: 200,
    prepare: async () => () => call.updateOrganization({ json: { name: uniqueName() } }),
  },
  {
    what: 'updateMe, which has no event',
    status: 200,
    prepare: async () => {
      const { owner } = await storedOrganization();
      const { headers } = await storedSession(owner);
      const Origin = new URL(stage.credentials.base_url).origin;
      return () => call.updateMe({ as: null, headers: { ...headers, Origin }, json: { name: uniqueName() } });
    },
  },
  {
    what: 'deleteOrganization, which has no event',
    status: 200,
    prepare: async () => {
      const { id, owner } = await storedOrganization();
      const { headers } = await storedApiKey(owner, { organization_id: id });
      return () => call.deleteOrganization({ as: null, headers, json: { name: 'Test' } });
    },
  },
  {
    what: 'generateDocumentEntryPage of a page that exists already',
    status: 200,
    prepare: async () => {
      const document = await upload();
      await drawEntryPage(document);
      return () => drawEntryPage(document, 'member');
    },
  },
  {
    what: 'generateDocumentEntryPage from another organization',
    status: 404,
    prepare: async () => {
      const document = await upload();
      return () => drawEntryPage(document, 'outsider');
    },
  },
  {
    what: 'processVersion of a processed version',
    status: 200,
    prepare: async () => {
      await upload();
      const bodies = await work();
      return async () => {
        await work(bodies);
        return { status: 200 };
      };
    },
  },
  ...([false, true] as const).map((broken) => ({
    what: `processVersion of a ${broken ? 'broken ' : ''}version whose document is deleted`,
    status: 200,
    prepare: async () => {
      await remove(pathOf(await upload({ broken })));
      return async () => {
        await work();
        return { status: 200 };
      };
    },
  })),
  {
    what: 'restoreDocument of a document that is not deleted',
    status: 200,
    prepare: async () => {
      const document = await upload();
      return () => restore(pathOf(document));
    },
  },
  {
    what: 'deleteDocument of a deleted document',
    status: 404,
    prepare: async () => {
      const document = await upload();
      await remove(pathOf(document));
      return () => remove(pathOf(document));
    },
  },
  {
    what: 'createOrganization by a service account',
    status: 403,
    prepare: async () => () =>
      call.createOrganization({ as: 'service_account', json: { name: 'By a machine' } }),
  },
  {
    what: 'createOrganization without a name',
    status: 400,
    prepare: async () => () => call.createOrganization({ json: {} }),
  },
  {
    what: 'transferDocuments of a member without documents',
    status: 200,
    prepare: async () => {
      const { user_id } = await newMember();
      return () => transferDocuments(user_id, userIds.admin);
    },
  },
  {
    what: 'transferDocuments by an admin',
    status: 403,
    prepare: async () => {
      const { user_id } = await newMemberWithDocument();
      return () => transferDocuments(user_id, userIds.admin, 'admin');
    },
  },
  {
    what: 'updateMemberRole to the role that the member has',
    status: 204,
    prepare: async () => {
      await setRole('member');
      return () => setRole('member');
    },
  },
  {
    what: 'updateMemberRole of the last owner',
    status: 422,
    prepare: async () => () => setRole('admin', 'admin', userIds.owner),
  },
  ...(
    [
      ['of the last owner', 422, 'admin', userIds.owner],
      ['of somebody else by a member', 403, 'member', userIds.admin],
      ['from another organization', 404, 'outsider', userIds.member],
      ['of nobody', 404, 'owner', nobody],
    ] as const
  ).map(([why, status, as, user_id]) => ({
    what: `removeMember ${why}`,
    status,
    prepare: async () => () => call.removeMember({ as, path: { user_id } }),
  })),
  ...(
    [
      ['outside of any organization', 201, 'newcomer', {}],
      [
        'with more permissions than the key that makes it',
        403,
        'read_only',
        { permissions: ['document#write'] },
      ],
      ['without a name', 422, 'owner', { name: '' }],
    ] as const
  ).map(([why, status, as, json]) => ({
    what: `createApiKey ${why}`,
    status,
    prepare: async () => () => call.createApiKey({ as, json: { name: 'laptop', ...json } }),
  })),
  {
    what: 'deleteApiKey outside of any organization',
    status: 200,
    prepare: async () => {
      const { key } = await makeKey('newcomer');
      return () => endKey(key.id, 'newcomer');
    },
  },
  {
    what: "deleteApiKey of another person's key",
    status: 404,
    prepare: async () => {
      const { key } = await makeKey('member');
      return () => endKey(key.id, 'admin');
    },
  },
  {
    what: 'deleteServiceAccount without a key or an endpoint',
    status: 200,
    prepare: async () => {
      const account = await newAccount();
      return () => removeAccount(account);
    },
  },
  {
    what: 'deleteServiceAccount by a member',
    status: 403,
    prepare: async () => {
      const account = await newAccount();
      return () => removeAccount(account, 'member');
    },
  },
  {
    what: 'updateMemberRole by a member',
    status: 403,
    prepare: async () => {
      await setRole('member');
      return () => setRole('owner', 'member');
    },
  },
  {
    what: 'updateMemberRole of an unknown member',
    status: 404,
    prepare: async () => () => setRole('admin', 'owner', nobody),
  },
  {
    what: 'updateMemberRole to an unknown role',
    status: 422,
    prepare: async () => () => setRole('emperor'),
  },
  {
    what: 'getDocument',
    status: 200,
    prepare: async () => {
      const document = await upload();
      return () => call.getDocument({ path: pathOf(document) });
    },
  },
];
