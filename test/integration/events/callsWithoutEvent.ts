import type { Answer } from '../../support/client.ts';
import { storedApiKey, storedOrganization, storedSession } from '../../support/people/people.ts';
import { roomsUnchanged } from './roomChanges.ts';
import {
  addGroup,
  addPolicy,
  attach,
  call,
  drawEntryPage,
  endKey,
  makeKey,
  newAccount,
  newMember,
  onlyVersion,
  pathOf,
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

/**
 * Calls that must not cause an event: calls that change no value, and changes for which the service has no event. A refused call has none,
 * because an event is in one write with its change.
 */
export const callsWithoutEvent: readonly CallWithoutEvent[] = [
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
    what: 'updateGroup to the values that it has',
    status: 200,
    prepare: async () => {
      const { id: group_id, name } = await addGroup();
      return () => call.updateGroup({ path: { group_id }, json: { name, description: null } });
    },
  },
  ...roomsUnchanged,
  {
    what: 'createGroupEntry',
    status: 201,
    prepare: async () => {
      const path = { group_id: (await addGroup()).id };
      return () => call.createGroupEntry({ path, json: { domain: 'guests.example' } });
    },
  },
  {
    what: 'deleteGroupEntry',
    status: 200,
    prepare: async () => {
      const path = { group_id: (await addGroup()).id };
      const { id } = (await call.createGroupEntry({ path, json: { domain: 'guests.example' } })).body;
      return () => call.deleteGroupEntry({ path: { ...path, entry_id: id } });
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
    what: 'transferDocuments of a member without documents',
    status: 200,
    prepare: async () => {
      const { user_id } = await newMember();
      return () => transferDocuments(user_id, userIds.admin);
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
    what: 'createApiKey outside of any organization',
    status: 201,
    prepare: async () => async () => call.createApiKey({ as: 'newcomer', json: { name: 'laptop' } }),
  },
  {
    what: 'deleteApiKey outside of any organization',
    status: 200,
    prepare: async () => {
      const { key } = await makeKey('newcomer');
      return () => endKey(key.id, 'newcomer');
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
    what: 'getDocument',
    status: 200,
    prepare: async () => {
      const document = await upload();
      return () => call.getDocument({ path: pathOf(document) });
    },
  },
];
