import { changeable } from '../../../shared/access/documents.ts';
import { invalidRequest } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { dayMilliseconds, dayOf } from '../../../shared/contract/days.ts';
import { summarizedDaysDefault, summarizedDaysMax } from '../../../shared/contract/limits.ts';
import type { QueryOf } from '../../../shared/contract/operation.ts';
import { getDocumentActivitySummary } from '../../../shared/contract/operations/activity.ts';
import type { ReadingDay } from '../../../shared/contract/resources/activitySummary.ts';
import { timeInRange } from '../../../shared/contract/text.ts';
import { type DocumentItem, getDocument } from '../../../shared/data/documents/documents.ts';
import { getDocumentAndVersion } from '../../../shared/data/documents/versions.ts';
import { getReachedPages, listDays } from '../../../shared/data/reading/readingCounts.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(
  getDocumentActivitySummary,
  notByShare(async ({ principal, path, query }) => {
    const found = await getDocument(path.document_id);
    const document = changeable(found, principal, 'see who reads a document');
    const dates = datesIn(query, Date.now());
    const [since = '', until = since] = [dates[0], dates.at(-1)];
    const all = document.created_by.id === principal.user.id;

    const [read, views] = await Promise.all([
      listDays(document.id, { since, until }, all),
      viewsByPage(document, all),
    ]);
    const known = new Map(read.map((day) => [day.date, day]));
    const days = dates.map(
      (date) => known.get(date) ?? { date, readers: 0, views: 0, downloads: 0, seconds: 0 },
    );
    return {
      since,
      until,
      views: sumOf(days, 'views'),
      downloads: sumOf(days, 'downloads'),
      seconds: sumOf(days, 'seconds'),
      days,
      pages: views.map((views, index) => ({ page: index + 1, views })),
    };
  }),
);

const sumOf = (days: readonly ReadingDay[], name: 'views' | 'downloads' | 'seconds'): number =>
  days.reduce((sum, day) => sum + day[name], 0);

/** Returns the number of views that reached each page of the current version; an empty list if there is no such version. */
async function viewsByPage({ id, current_version }: DocumentItem, all: boolean): Promise<number[]> {
  if (!current_version) return [];
  const { version } = await getDocumentAndVersion(id, current_version.id);
  return getReachedPages(id, current_version.id, version?.file?.page_count ?? 0, all);
}

/** Returns all dates of a query, in their order. Throws 400 if the query covers no date or too many. */
function datesIn({ since, until }: QueryOf<typeof getDocumentActivitySummary>, now: number): string[] {
  const last = until === undefined ? now : Date.parse(until);
  const first =
    since === undefined
      ? timeInRange(last - (summarizedDaysDefault - 1) * dayMilliseconds)
      : Date.parse(since);
  const [from, to] = [first, last].map((time) => Math.floor(time / dayMilliseconds));
  const count = Number(to) - Number(from) + 1;
  if (count < 1 || count > summarizedDaysMax)
    throw invalidRequest({
      code: 'invalid_value',
      location: 'query.since',
      param: 'since',
      message: `since must be at most ${summarizedDaysMax - 1} days before until, and not after it.`,
      value: since,
    });
  return Array.from({ length: count }, (_, index) => dayOf((Number(from) + index) * dayMilliseconds));
}
