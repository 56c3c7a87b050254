import * as z from 'zod/mini';
import type { AccessLevel, ProcessingStatus } from '../../contract/enumerations.ts';
import type { PolicyId, Ulid } from '../../contract/identifiers.ts';
import { ulidOf } from '../../contract/identifiers.ts';
import { titleMatcher } from '../../text/titleSearch.ts';
import { documentList } from '../keys/documents.ts';
import { documentsWith } from '../policies/attachments.ts';
import type { ListPage, ListRange } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import type { Item } from '../table/read.ts';
import { searchPage } from '../table/searchPage.ts';
import { listIndex } from '../table/table.ts';
import { type DocumentItem, documentItem, type Viewer, visiblePartitions } from './documents.ts';

/** The properties that documents of a list must have. Absent: any */
export interface DocumentFilter {
  /** Words of the title. */
  readonly q?: string | undefined;
  readonly processing_status?: ProcessingStatus | undefined;
  readonly access_level?: AccessLevel | undefined;
  /** A user, by either of their ids, or a service account. */
  readonly created_by?: string | undefined;
  /** The range of the documents' ids: `from` is inclusive, `before` is exclusive. */
  readonly from?: Ulid | undefined;
  readonly before?: Ulid | undefined;
}

/**
 * The attributes that a filter looks at. Only these are parsed for each document, because most documents do not pass the filter and parsing
 * whole documents would be most of the work.
 */
const filtered = z.pick(documentItem, {
  id: true,
  title: true,
  processing_status: true,
  access_level: true,
  created_by: true,
});

/** Returns a function that decides whether a document passes a filter. */
export function documentMatcher({ q, from, before, ...wanted }: DocumentFilter) {
  const hasWords = q === undefined ? () => true : titleMatcher(q);
  const creator = wanted.created_by?.replace(/^usr_/, 'user_');
  const passes = <T>(value: T, sought: T | undefined): boolean => sought === undefined || value === sought;
  return (document: z.infer<typeof filtered>): boolean =>
    passes(document.processing_status, wanted.processing_status) &&
    passes(document.access_level, wanted.access_level) &&
    passes(document.created_by.id, creator) &&
    (from === undefined || ulidOf(document.id) >= from) &&
    (before === undefined || ulidOf(document.id) < before) &&
    hasWords(document.title);
}

type Range = ListRange & { readonly after: Ulid };

/**
 * Lists documents that a viewer may see and that pass a filter, newest first. `policyId`: only documents to which this policy is attached.
 * The list is eventually consistent, and a page may be short or empty while more follow.
 */
export function searchDocuments(
  viewer: Viewer,
  filter: DocumentFilter,
  policyId: PolicyId | undefined,
  range: Range,
): Promise<ListPage<DocumentItem>> {
  const lists = visiblePartitions(viewer).map((partition) => ({ index: listIndex, partition }));
  const within = policyId && documentsWith(policyId);
  return searchPage({ lists, within, range, choose: choosing(documentMatcher(filter)) });
}

/**
 * Lists a viewer's deleted documents that pass a filter and that `mayRestore` accepts, newest deletion first. Reserves a read unit for each
 * document of a page. The list is eventually consistent, and a page may be short or empty while more follow.
 */
export function searchDeletedDocuments(
  viewer: Viewer,
  filter: DocumentFilter,
  mayRestore: (document: DocumentItem) => boolean,
  range: Range,
): Promise<ListPage<DocumentItem>> {
  const lists = visiblePartitions(viewer).map((partition) => ({
    index: listIndex,
    partition: documentList.deleted(partition),
  }));
  const chosen = choosing(documentMatcher(filter));
  return searchPage({
    lists,
    range,
    reservedUnits: range.limit,
    choose: (item) => {
      const document = chosen(item);
      return document && mayRestore(document) ? document : undefined;
    },
  });
}

const choosing =
  (matches: ReturnType<typeof documentMatcher>) =>
  (item: Item): DocumentItem | undefined =>
    matches(z.parse(filtered, item)) ? parseItem(documentItem, item) : undefined;
