import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Document, Operations } from '../../client/types.ts';
import { attempt } from '../frame/toasts.tsx';
import { Button, Card } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Row } from '../parts/list.tsx';
import { Problem } from '../parts/problem.tsx';
import { Ago } from '../parts/time.tsx';
import { baseUrl, paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { saveAs, wholeCsv } from '../service/csv.ts';
import { useLoaded } from '../service/loaded.ts';
import { t } from '../words/words.ts';
import { typeText } from './types.ts';

type Page = Operations['listOrganizationActivity']['output'];
type Entry = Page['items'][number];

const pageSize = 30;

interface EntriesProps {
  readonly title: string;
  /** Loads a page, newest entries first. */
  readonly load: (
    page: { readonly limit: number; readonly cursor?: string },
    options: { readonly signal?: AbortSignal },
  ) => Promise<{ readonly data: Page; readonly response: Response }>;
  /** The address of the same list, without the limit. */
  readonly csv: { readonly path: string; readonly name: string };
  readonly none: string;
  /** Whether each entry shows its document. Default: false */
  readonly namesDocuments?: boolean;
}

/** A list of activity, which can be downloaded as a whole. */
export function Entries({ title, load, csv, none, namesDocuments = false }: EntriesProps) {
  const first = useLoaded(csv.path, (signal) => load({ limit: pageSize }, { signal }));
  const older = useSignal<readonly Page[]>([]);
  const more = useAct();
  const pages = first.data ? [first.data, ...older.value] : [];
  const entries = pages.flatMap(({ items }) => items);
  const titles = useTitles(namesDocuments ? entries.flatMap(({ document_id }) => document_id ?? []) : []);
  const cursor = pages.at(-1)?.pagination.next_cursor ?? '';
  const showMore = () =>
    more.run(async () => {
      older.value = [...older.value, (await load({ limit: pageSize, cursor }, {})).data];
    });
  return (
    <Card
      title={title}
      aside={
        <Button look="small" icon="download" onClick={() => download(csv)}>
          {t('activity.csv')}
        </Button>
      }
    >
      <Problem error={first.error} onRetry={first.reload} />
      {first.data && entries.length === 0 && <p class="quiet-text">{none}</p>}
      <ol class="rows" role="list">
        {entries.map((entry) => (
          <Row
            key={entry.id}
            name={actorOf(entry)}
            lines={[
              [
                typeText(entry.type),
                namesDocuments && entry.document_id && (
                  <a key="document" href={paths.document(entry.document_id)}>
                    <bdi>{titles[entry.document_id] ?? entry.document_id}</bdi>
                  </a>
                ),
              ],
            ]}
          >
            <span class="quiet-text">
              <Ago time={entry.created_at} />
            </span>
          </Row>
        ))}
      </ol>
      <Problem error={more.error} />
      {cursor !== '' && (
        <p>
          <Button look="small" disabled={more.isRunning} onClick={showMore}>
            {t('activity.more')}
          </Button>
        </p>
      )}
    </Card>
  );
}

/** The activity has only the network of people without an account. */
const actorOf = ({ actor, details }: Entry): string =>
  actor?.name ?? (typeof details.network === 'string' ? details.network : t('activity.service'));

type Titles = Readonly<Record<string, string>>;

/** Reads the titles of documents. A document that is gone has none. */
export function useTitles(ids: readonly Document['id'][]): Titles {
  const titles = useSignal<Titles>({});
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const document_id of ids) {
      if (asked.current.has(document_id)) continue;
      asked.current.add(document_id);
      api.getDocument({ document_id }).then(
        ({ title }) => {
          titles.value = { ...titles.value, [document_id]: title };
        },
        () => undefined,
      );
    }
  }, [ids.join()]);
  return titles.value;
}

/** Downloads the whole list as one CSV file. */
const download = ({ path, name }: EntriesProps['csv']): Promise<void> =>
  attempt(async () =>
    saveAs(`${name}.csv`, await wholeCsv(`${baseUrl}${path}${path.includes('?') ? '&' : '?'}limit=100`)),
  );
