import { isDeepStrictEqual } from 'node:util';
import type { ActType } from '../../contract/actTypes.ts';
import type { EventType } from '../../contract/eventTypes.ts';
import { document as documentSchema } from '../../contract/resources/document.ts';
import { version as versionSchema } from '../../contract/resources/version.ts';
import { listOfDocument } from '../../data/activity/activityLists.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { VersionItem } from '../../data/documents/versions.ts';
import { presentDocument, presentVersion } from '../../presentation/present.ts';
import { presentFailedVersion } from '../../presentation/versions.ts';
import { type About, type By, type ChangeRecord, entryOf, ofDocument, type TypeOf } from './record.ts';

export const documentRecord = (
  type: TypeOf<'document'> | 'entry_page.generated',
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    type,
    by,
    { details: { access_level: document.access_level, processing_status: document.processing_status } },
    () => [documentSchema, presentDocument(document)],
  );

/** Returns the record of a document's new title or description. */
export const textRecord = (before: DocumentItem, after: DocumentItem, by: By): ChangeRecord => ({
  ...documentRecord('document.updated', after, by),
  changed: changedFields(before, after, ['title'], ['description']),
});

/**
 * Returns the record of a document's new access level. The organization's list has the entry unless the document was private before and
 * after the change. So owners see when a document becomes private.
 */
export const accessLevelRecord = (before: DocumentItem, after: DocumentItem, by: By): ChangeRecord => ({
  ...documentRecord('document.updated', after, by),
  changed: changedFields(before, after, ['access_level']),
  list: listOfDocument(after.access_level === 'private' ? before : after),
});

/**
 * Returns the two records of a document that gets another creator. The first has the event, and its entry is for the new creator. The
 * second has no event, and its entry is in the list that the former creator sees.
 */
export const transferRecords = (
  before: DocumentItem,
  after: DocumentItem,
  by: By,
): [ChangeRecord, ChangeRecord] => [
  documentRecord('document.updated', after, by),
  documentActRecord('document.transferred', before, by, {
    from: before.created_by.id,
    to: after.created_by.id,
  }),
];

/**
 * Returns the record of a document after one of its versions was added or processed: `document.ready` or `document.failed` when processing
 * has ended, `document.updated` when clients see another change, and otherwise none.
 */
export function documentChange(before: DocumentItem, after: DocumentItem, by: By): ChangeRecord | undefined {
  const { processing_status } = after;
  if (processing_status !== before.processing_status && processing_status !== 'processing')
    return documentRecord(`document.${processing_status}`, after, by);
  const looksTheSame = isDeepStrictEqual(presentDocument(before), presentDocument(after));
  return looksTheSame ? undefined : documentRecord('document.updated', after, by);
}

/** `document`: the document of the version. Its organization's endpoints receive the event. */
export const versionRecord = (
  type: TypeOf<'version'>,
  version: VersionItem,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    type,
    by,
    { version_id: version.id, details: { processing_status: version.processing_status } },
    () => [
      versionSchema,
      type === 'version.failed' ? presentFailedVersion(version) : presentVersion(version),
    ],
  );

/** Returns the record of a version's new title or description. */
export const versionTextRecord = (
  before: VersionItem,
  after: VersionItem,
  document: DocumentItem,
  by: By,
): ChangeRecord => ({
  ...versionRecord('version.updated', after, document, by),
  changed: changedFields(before, after, ['title'], ['description']),
});

/** Returns the record of an act on a document, without an event. */
export const documentActRecord = (
  type: ActType | EventType,
  document: DocumentItem,
  by: By,
  details: About = {},
): ChangeRecord => ({
  entry: entryOf(type, document.organization_id, by, { document_id: document.id, details }),
  list: listOfDocument(document),
  event: null,
  publisher: null,
});
