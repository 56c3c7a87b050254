/** The words for every operation, and for the tags that group the operations in the document. */
import type { operations } from '../operations.ts';
import type { OperationId, tableOfContents } from '../tableOfContents.ts';
import { words as activity } from './activity.ts';
import { words as apiKeys } from './apiKeys.ts';
import { words as deliveries } from './deliveries.ts';
import { words as documents } from './documents.ts';
import { words as events } from './events.ts';
import { words as groups } from './groups.ts';
import { words as invitations } from './invitations.ts';
import { words as me } from './me.ts';
import type { WordsOf } from './named.ts';
import { words as organization } from './organization.ts';
import { words as policies } from './policies.ts';
import { words as roomAccess } from './roomAccess.ts';
import { words as rooms } from './rooms.ts';
import { words as search } from './search.ts';
import { words as serviceAccounts } from './serviceAccounts.ts';
import { words as shares } from './shares.ts';
import { words as uploads } from './uploads.ts';
import { words as versions } from './versions.ts';
import { words as webhooks } from './webhooks.ts';

export const operationWords: WordsOf<typeof operations> = {
  ...documents,
  ...versions,
  ...uploads,
  ...policies,
  ...shares,
  ...organization,
  ...invitations,
  ...groups,
  ...rooms,
  ...roomAccess,
  ...search,
  ...webhooks,
  ...deliveries,
  ...apiKeys,
  ...serviceAccounts,
  ...events,
  ...activity,
  ...me,
};

/** The folder that has a handler. */
type FolderOf<Handler> = Handler extends `${infer Folder}/${string}` ? Folder : never;

/** The tag for the operations of each folder of handlers. */
export const tags: Readonly<
  Record<FolderOf<(typeof tableOfContents)[OperationId][4]>, { name: string; description: string }>
> = {
  documents: { name: 'Documents', description: 'Upload a PDF, and share the document that it becomes.' },
  versions: { name: 'Versions', description: 'The PDFs of a document, one after the other.' },
  uploads: { name: 'Uploads', description: 'Files that are too large for a request.' },
  policies: { name: 'Policies', description: 'Governance policies, and the documents they are attached to.' },
  shares: {
    name: 'Shares',
    description: 'The people outside, or inside, whom a document is shared with by name.',
  },
  organization: { name: 'Organizations', description: 'An organization and its members.' },
  invitations: { name: 'Invitations', description: 'Invitations to become a member of an organization.' },
  groups: { name: 'Groups', description: 'Named sets of people, by account, address or domain.' },
  rooms: {
    name: 'Rooms',
    description: 'Many documents in folders behind one address, and who sees which of them.',
  },
  search: { name: 'Search', description: 'Words in titles, descriptions and pages.' },
  activity: { name: 'Activity', description: 'The record of who read or changed documents.' },
  webhooks: { name: 'Webhooks', description: 'The endpoints that receive events.' },
  apiKeys: { name: 'API keys', description: 'The credentials with which people and programs call the API.' },
  serviceAccounts: { name: 'Service accounts', description: 'Programs that act in an organization.' },
  events: { name: 'Events', description: 'The events that webhook endpoints receive.' },
  me: { name: 'Me', description: 'The caller and the permissions of the credential.' },
};
