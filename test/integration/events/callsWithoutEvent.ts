import type { Answer } from '../../support/client.ts';
import { roomsUnchanged } from './roomChanges.ts';
import {
  addGroup,
  addPolicy,
  attach,
  call,
  drawEntryPage,
  newAccount,
  onlyVersion,
  pathOf,
  remove,
  removeAccount,
  restore,
  setRole,
  upload,
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
  {
    what: 'updateDocument to the values that it has',
    status: 200,
    prepare: async () => {
      const document = await upload();
      const json = { title: document.title, description: null };
      return () => call.updateDocument({ path: pathOf(document), json });
    },
  },
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
    what: 'updatePolicy to the values that it has',
    status: 200,
    prepare: async () => {
      const { id, name } = await addPolicy();
      return () => call.updatePolicy({ path: { policy_id: id }, json: { name, archived: false } });
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
    what: 'processVersion of a version whose document is deleted',
    status: 200,
    prepare: async () => {
      await remove(pathOf(await upload()));
      return async () => {
        await work();
        return { status: 200 };
      };
    },
  },
  {
    what: 'restoreDocument of a document that is not deleted',
    status: 200,
    prepare: async () => {
      const document = await upload();
      return () => restore(pathOf(document));
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
    what: 'deleteServiceAccount without a key or an endpoint',
    status: 200,
    prepare: async () => {
      const account = await newAccount();
      return () => removeAccount(account);
    },
  },
];
