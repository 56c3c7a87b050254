/** The types of entries about acts of readers, and about refusals. Other entries are about changes, such as `document.updated`. */
export const readingTypes = ['viewed', 'downloaded', 'acknowledged', 'refused'] as const;
export type ReadingType = (typeof readingTypes)[number];

/** The type of entries about managers who look at a document as its readers see it. These entries do not count as readings. */
export const previewType = 'previewed';
export type RecordedType = ReadingType | typeof previewType;
