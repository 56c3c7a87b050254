import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Document, Operations } from '../../client/types.ts';
import type { ActType } from '../../contract/actTypes.ts';
import type { EventType } from '../../contract/eventTypes.ts';
import type { RecordedType } from '../../contract/resources/activity.ts';
import { attempt } from '../frame/toasts.tsx';
import { Button, Card } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { List, Problem, Row } from '../parts/list.tsx';
import { Ago } from '../parts/marks.tsx';
import { paths } from '../paths.ts';
import { type Answer, api, useLoaded } from '../service/api.ts';
import { downloadCsv } from '../service/csv.ts';
import { isWord, t } from '../words/words.ts';

type Page = Operations['listOrganizationActivity']['output'];

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
}

const limit = 30;

/** A list of activity, which can be downloaded as a whole. */
export function Entries({ title, load, csv, none, namesDocuments = false }: EntriesProps) {
  const page = useLoaded(csv.path, (signal) => load({ limit }, { signal }));
  const more = useAct();
  const items = page.data?.items ?? [];
  const cursor = page.data?.pagination.next_cursor ?? '';
  const titles = useTitles(namesDocuments ? items.flatMap(({ document_id }) => document_id ?? []) : []);
  const download = () => attempt(() => downloadCsv(csv.path, csv.name));
  const showMore = () =>
    more.run(async () => {
      const { data, response } = await load({ limit, cursor }, {});
      page.show({ data: { ...data, items: [...items, ...data.items] }, response });
    });
  return (
    <Card
      title={title}
      aside={<Button text={t('activity.csv')} look="small" icon="download" onClick={download} />}
    >
      <List page={page} none={none}>
        {({ id, type, document_id, created_at, ...entry }) => (
          <Row
            key={id}
            name={actorOf(entry)}
            lines={[
              [
                typeText(type),
                namesDocuments && document_id && (
                  <a href={paths.document(document_id)}>
                    <bdi>{titles[document_id] ?? document_id}</bdi>
                  </a>
                ),
              ],
            ]}
          >
            <span class="quiet-text">
              <Ago time={created_at} />
            </span>
          </Row>
        )}
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

/** Somebody without an account is known by their network only. */
const actorOf = ({ actor, details }: Pick<Page['items'][number], 'actor' | 'details'>): string =>
  actor?.name ?? (typeof details.network === 'string' ? details.network : t('activity.service'));

/** Events without an entry of their own. */
type Unrecorded = 'document.viewed' | 'document.downloaded' | 'policy.acknowledged' | 'webhook.test';
type Recorded = RecordedType | ActType | Exclude<EventType, Unrecorded>;

/** Says what happened. Types of a later release are shown as they are. */
const typeText = (type: string): string =>
  isWord(`activity.${type}`) ? t(`activity.${type as Recorded}`) : type;

/** Reads the titles of documents. A document that is gone has none. */
export function useTitles(ids: readonly Document['id'][]): Readonly<Record<string, string>> {
  const titles = useSignal<Readonly<Record<string, string>>>({});
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const document_id of ids.filter((id) => !asked.current.has(id))) {
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
