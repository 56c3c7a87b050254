import type { ActivityId, ActorId, Ulid } from '../../contract/identifiers.ts';
import { readingTypes } from '../../contract/readingTypes.ts';
import type { ActivityItem } from '../../data/activity/activity.ts';
import { listActivityOf } from '../../data/activity/activityLists.ts';
import { erasedName } from '../../data/callers/callers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { getMembers } from '../../data/organizations/organizations.ts';
import { listProgress } from '../../data/reading/views.ts';
import { createdAt } from '../../data/table/ids.ts';
import { type Html, html } from '../../text/html.ts';
import { listed, t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { presentNames } from './presentNames.ts';
import { dateAndTime, ofItsOwn } from './words.ts';

/** The section shows at most this many readers. The document's activity has all of them. */
const readersShown = 10;
/**
 * Entries are read in batches of this size until there are enough readers, so that one reader with many entries does not hide the others.
 * After `entriesLookedAt` entries, the section shows the readers found so far.
 */
const entriesAQuery = 100;
const entriesLookedAt = 1000;
/** The furthest page is searched in at most this many of a reader's latest entries, so that one request is enough for all readers. */
const readingsLookedUp = 10;

/**
 * Returns the section with a document's latest readers, the time of their reading and the furthest page; null for visitors who do not
 * manage the document.
 */
export async function readers(
  document: DocumentItem,
  { visitor, mayManage, isPreview }: Pick<Reader, 'visitor' | 'mayManage' | 'isPreview'>,
): Promise<Html | null> {
  if (!visitor || !mayManage || isPreview) return null;
  const groups = await latestReaders(document, visitor.user.id);
  const people = groups.flatMap(([latest]) => (latest ? namedIn(latest) : []));
  const [reached, named] = await Promise.all([
    listProgress(groups.flatMap((group) => group.slice(0, readingsLookedUp))),
    presentNames(people),
  ]);
  return html`<section class="readers" id="readers" aria-labelledby="readers-title">
<h2 id="readers-title">${t('readers.title')}</h2>
${
  groups.length === 0
    ? html`<p class="changes">${t('readers.none')}</p>`
    : html`<ol role="list">
${groups.map((group) => row(group, reached, named))}
</ol>`
}
<p class="changes">${t('readers.text')}</p>
</section>`;
}

/** Returns the readings of each of the latest readers, newest first. `managerId` is the visitor. */
async function latestReaders(document: DocumentItem, managerId: ActorId): Promise<ActivityItem[][]> {
  const readings: ActivityItem[] = [];
  let after: Ulid | undefined;
  for (let lookedAt = 0; ; lookedAt += entriesAQuery) {
    const { items, next } = await listActivityOf(document, managerId, { after, limit: entriesAQuery });
    const found = items.filter(({ type }) => readingTypes.some((reading) => reading === type));
    const managers = await managersAmong(document, found);
    readings.push(...found.filter(({ actor_id }) => actor_id === null || !managers.has(actor_id)));
    const groups = [...Map.groupBy(readings, readerOf).values()];
    after = next;
    if (!after || groups.length >= readersShown || lookedAt + entriesAQuery >= entriesLookedAt)
      return groups.slice(0, readersShown);
  }
}

/** Returns the ids of the people in entries who manage the document now. Managers do not count as readers (`isBoundByPolicies`). */
async function managersAmong(
  { organization_id, created_by }: DocumentItem,
  entries: readonly ActivityItem[],
): Promise<ReadonlySet<ActorId>> {
  if (organization_id === null) return new Set([created_by.id]);
  const ids = [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))];
  const members = await getMembers(organization_id, ids);
  return new Set(
    members
      .filter(({ role, user_id }) => role !== 'member' || user_id === created_by.id)
      .map(({ user_id }) => user_id),
  );
}

/** Returns the key of a reader. Readers without an account count as one reader per network. */
const readerOf = ({ actor_id, personal }: ActivityItem): string => actor_id ?? personal?.address ?? '';

/** Returns the row of a reader. `group` has the reader's entries, newest first. */
function row(
  group: readonly ActivityItem[],
  reached: ReadonlyMap<ActivityId, number>,
  named: Awaited<ReturnType<typeof presentNames>>,
): Html {
  const [latest] = group;
  if (!latest) return html``;
  const of = (type: string) => group.filter((entry) => entry.type === type).length;
  const done = [
    of('viewed') > 0 && t('readers.views', { count: of('viewed') }),
    of('downloaded') > 0 && t('readers.downloads', { count: of('downloaded') }),
    of('acknowledged') > 0 && t('readers.accepted'),
    of('refused') > 0 && t('readers.refused', { count: of('refused') }),
    furthest(group, reached),
  ].filter((part) => part !== false);
  return html`<li>
<p class="name">${nameOf(latest, named)}</p>
<p class="when">${dateAndTime(createdAt(latest.id))}</p>
<p class="changes">${listed(done)}</p>
</li>
`;
}

/** Returns the person of an entry with the stored name; an empty list for readers without an account. */
const namedIn = ({ actor_id, personal }: ActivityItem) =>
  actor_id === null ? [] : [{ id: actor_id, name: personal?.name ?? erasedName }];

function nameOf(entry: ActivityItem, named: Awaited<ReturnType<typeof presentNames>>): Html {
  const [person] = namedIn(entry);
  if (person) {
    const { name } = named(person);
    return html`<bdi ${ofItsOwn(name)}>${name}</bdi>`;
  }
  const { personal } = entry;
  return personal?.address
    ? phrase('readers.visitorFrom', { network: personal.address })
    : phrase('readers.visitor');
}

/** Returns the furthest page that the reader reached in any view; false if pages were not shown one by one. */
function furthest(group: readonly ActivityItem[], reached: ReadonlyMap<ActivityId, number>): string | false {
  const pages = group.flatMap(({ id, details }) => {
    const page = reached.get(id);
    return page === undefined ? [] : { page, of: details.page_count };
  });
  const [first] = pages.toSorted((a, b) => b.page - a.page);
  if (!first) return false;
  return typeof first.of === 'number'
    ? t('readers.reachedOf', { page: String(first.page), of: String(first.of) })
    : t('readers.reached', { page: String(first.page) });
}
