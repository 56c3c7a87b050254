import { useEffect } from 'preact/hooks';
import { attempt } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { useAct } from '../parts/dialog.tsx';
import { Ago, Card, List, Problem } from '../parts/list.tsx';
import type { Answer } from '../service/api.ts';
import { downloadCsv, useFresh, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { EntryRow, isOfService } from './entryRow.tsx';
import { type Entry, notePeople, useNames } from './names.ts';

interface Page {
  readonly items: readonly Entry[];
  readonly pagination: { readonly next_cursor: string };
}

interface EntriesProps {
  readonly title: string;
  /** Loads a page, newest entries first. */
  readonly load: (
    page: { readonly limit: number; readonly cursor?: string },
    options: { readonly signal?: AbortSignal },
  ) => Promise<Answer<Page>>;
  /** The path of the same list without the limit, and the name of the file. */
  readonly csv: { readonly path: string; readonly name: string };
  readonly none: string;
  /** Whether each entry shows its document. Default: false */
  readonly namesDocuments?: boolean;
  /** The room whose activity it is. Default: entries name their rooms */
  readonly room_id?: Entry['room_id'];
  /** Whether what the service did by itself is folded. Default: true */
  readonly isFolded?: boolean;
  /** Returns the address of the list with the acts of a person only. Default: names of people are no links */
  readonly linkTo?: (id: string) => string;
  /** The number of entries that are loaded at a time. */
  readonly limit?: number;
}

/** A list of activity, which can be downloaded as a whole. */
export function Entries({
  title,
  load,
  csv,
  none,
  namesDocuments = false,
  room_id = null,
  isFolded = true,
  linkTo,
  limit = 30,
}: EntriesProps) {
  const page = useLoaded(csv.path, (signal) => readPage(load, limit, '', { signal }));
  const more = useAct();
  const items = page.data?.items ?? [];
  const cursor = page.data?.pagination.next_cursor ?? '';
  useFresh(page.reload, items.length <= limit);
  useEffect(() => notePeople(items), [items]);
  const names = useNames(items, namesDocuments, room_id);
  const groups = isFolded ? folded(items) : items.map((one) => [one]);
  const download = () => attempt(() => downloadCsv(csv.path, csv.name));
  const showMore = () =>
    more.run(async () => {
      const { data, response } = await readPage(load, limit, cursor, {});
      page.show({ data: { ...data, items: [...items, ...data.items] }, response });
    });
  const row = (entry: Entry) => <EntryRow key={entry.id} entry={entry} names={names} linkTo={linkTo} />;
  return (
    <Card
      title={title}
      aside={<Button text={t('activity.csv')} look="small" icon="download" onClick={download} />}
    >
      <List
        page={{ data: page.data && { items: groups }, error: page.error, reload: page.reload }}
        none={none}
        isRenewed={false}
      >
        {(group) => {
          const [first] = group;
          return (
            first && (group.length === 1 ? row(first) : <Folded key={first.id} entries={group} row={row} />)
          );
        }}
      </List>
      <Problem error={more.error} />
      {cursor !== '' && (
        <p>
          <Button text={t('activity.more')} look="small" disabled={more.isRunning} onClick={showMore} />
        </p>
      )}
    </Card>
  );
}

/** Reads a page. With a filter, the service's pages may be short or empty although more follow, so this reads several of them. */
async function readPage(
  load: EntriesProps['load'],
  limit: number,
  after: string,
  options: { readonly signal?: AbortSignal },
): Promise<Answer<Page>> {
  const items: Entry[] = [];
  for (let cursor = after; ; ) {
    const { data, response } = await load(
      { limit: limit - items.length, ...(cursor && { cursor }) },
      options,
    );
    items.push(...data.items);
    cursor = data.pagination.next_cursor;
    if (items.length >= limit || cursor === '')
      return { data: { items, pagination: { next_cursor: cursor } }, response };
  }
}

/** Puts what the service did by itself, one after the other, into one group. Every other entry is a group of its own. */
function folded(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const [before] = groups.at(-1) ?? [];
    if (before && isOfService(before) && isOfService(entry)) groups.at(-1)?.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

interface FoldedProps {
  readonly entries: readonly Entry[];
  readonly row: (entry: Entry) => preact.ComponentChildren;
}

/** Several things that the service did by itself, as one line that opens. */
const Folded = ({ entries, row }: FoldedProps) => (
  <li class="row-item folded">
    <details>
      <summary>
        <span>{t('activity.folded', { count: entries.length })}</span>
        <span class="quiet-text">
          <Ago time={entries[0]?.created_at ?? ''} />
        </span>
      </summary>
      <ul class="rows" role="list">
        {entries.map(row)}
      </ul>
    </details>
  </li>
);
