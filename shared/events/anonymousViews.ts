import { type Ulid, ulidOf } from '../contract/identifiers.ts';
import {
  countView,
  createFirstView,
  eventDueAt,
  listViewCounters,
  minuteOf,
  newCounterId,
  replaceCounters,
  type ViewsOfMinute,
} from '../data/reading/viewCounters.ts';
import { type Write, writeBookkeeping } from '../data/table/commit.ts';
import { patientWorker, retryOnConflict, unlessConflict } from '../data/table/conflict.ts';
import { timeOf } from '../data/table/ids.ts';
import type { EventItem } from '../data/webhooks/events.ts';
import { presentActivity } from '../presentation/present.ts';
import { announceViews } from '../queues/events.ts';
import { memory } from '../runtime/memory.ts';
import type { Audience } from './audience.ts';
import { commitChange } from './commitChange.ts';
import { publisher } from './publisher.ts';
import { viewsEvent } from './records/readings.ts';
import type { ChangeRecord } from './records/record.ts';

/** A view by a visitor without an account, with an event that endpoints may receive. */
interface AnonymousView {
  readonly record: ChangeRecord & { readonly event: EventItem };
  /** The network that the request came from; null: it is not known. */
  readonly network: string | null;
  readonly audience: Audience | undefined;
  readonly writes: readonly Write[];
}

/**
 * Commits a view. The first view of a document from a network in a minute has an event; later views are counted. Throws a conflict when one
 * of `writes` conflicts. Needs one request to the store. Needs a second request if another process committed the first view, or if an event
 * has already reported the counter.
 */
export async function commitAnonymousView(view: AnonymousView): Promise<void> {
  const views = viewsOfMinute(view);
  const counters = countersOf(views);
  if (!counters.hasFirst && (await commitFirst(view, views, counters))) return;
  const free = counters.free.pop();
  const isCounted = free !== undefined && (await unlessConflict(commitCounted(view, views, free)));
  const counterId = isCounted ? free : newCounterId();
  if (!isCounted) await commitCounted(view, views, counterId, () => announce(view, views));
  counters.free.push(counterId);
}

function viewsOfMinute({ record: { entry }, network }: AnonymousView): ViewsOfMinute {
  if (entry.document_id === null) throw new Error('a view needs a document');
  const { document_id, id } = entry;
  return { document_id, minute: minuteOf(timeOf(id)), network: network ?? 'unknown' };
}

/** Commits a view with its event. Returns false when another view was the first. */
async function commitFirst(
  { record, audience, writes }: AnonymousView,
  views: ViewsOfMinute,
  counters: Counters,
): Promise<boolean> {
  // Other views of this process are counted meanwhile.
  counters.hasFirst = true;
  const first = commitChange({ audience, records: [record], writes: [createFirstView(views), ...writes] });
  try {
    return (await unlessConflict(first)) !== undefined;
  } catch (error) {
    counters.hasFirst = false;
    throw error;
  }
}

/** Commits a view without an event of its own. */
async function commitCounted(
  { record, writes }: AnonymousView,
  views: ViewsOfMinute,
  counterId: Ulid,
  announce?: () => Promise<void>,
): Promise<true> {
  // Rooms have no readers without an account.
  const { room_id: _, ...latest_view } = presentActivity(record.entry);
  const latest = { organization_id: record.event.organization_id, latest_view };
  await commitChange({
    records: [{ ...record, event: null, publisher: null }],
    writes: [countView(views, counterId, latest), ...writes],
    ...(announce && { announce }),
  });
  return true;
}

/** Schedules the event for the counted views of a minute. */
const announce = ({ record }: AnonymousView, views: ViewsOfMinute): Promise<void> =>
  announceViews(
    views,
    record.event.organization_id,
    Math.max(Math.ceil((eventDueAt(views) - Date.now()) / 1000), 0),
  );

/** The counters of this process for views of one document and network. */
interface Counters {
  /** Whether another view was the first, as far as this process knows. */
  hasFirst: boolean;
  /** Counters that no commit is using at the moment. */
  readonly free: Ulid[];
}
const counted = memory(() => ({ minute: 0, counters: new Map<string, Counters>() }));

function countersOf(views: ViewsOfMinute): Counters {
  if (views.minute > counted.current.minute) counted.current = { minute: views.minute, counters: new Map() };
  const { counters: countersOfMinute } = counted.current;
  const name = `${views.document_id}#${views.minute}#${views.network}`;
  const counters = countersOfMinute.get(name) ?? { hasFirst: false, free: [] };
  countersOfMinute.set(name, counters);
  return counters;
}

/**
 * Commits one event for the counted views of a minute, and removes their counters. Returns the event, to be fanned out; undefined when no
 * counted view is left.
 */
export const commitViewsEvent = (views: ViewsOfMinute): Promise<EventItem | undefined> =>
  retryOnConflict(async () => {
    const counters = await listViewCounters(views);
    const [last] = counters.toSorted((a, b) =>
      ulidOf(a.latest_view.id) < ulidOf(b.latest_view.id) ? 1 : -1,
    );
    if (!last) return undefined;
    const count = counters.reduce((sum, { view_count }) => sum + view_count, 0);
    const event = viewsEvent(last.organization_id, { ...last.latest_view, room_id: null }, count);
    await writeBookkeeping(replaceCounters(counters, publisher.writesOf([event], true)));
    return event;
  }, patientWorker);
