import type { Document } from '../../shared/contract/resources/document.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { Actor } from './client.ts';
import { call } from './documents.ts';
import { itemsOf, walk } from './walk.ts';

type Query = Readonly<Record<string, string>>;

export { walk };

/** Returns all documents of the actor's list that the query selects, newest first. */
export const allDocuments = async (as: Actor, query: Query = {}): Promise<Document[]> =>
  itemsOf(await walk((page) => call.listDocuments({ as, query: page }), { limit: '100', ...query }));

/** Returns all versions of a document, newest first. */
export const allVersions = async (as: Actor, document_id: string): Promise<Version[]> =>
  itemsOf(
    await walk((query) => call.listDocumentVersions({ as, path: { document_id }, query }), { limit: '100' }),
  );

export const idsOf = (resources: readonly { readonly id: string }[]): string[] =>
  resources.map(({ id }) => id);
