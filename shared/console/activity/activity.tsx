import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import type { ActType } from '../../contract/actTypes.ts';
import type { EventType } from '../../contract/eventTypes.ts';
import type { RecordedType } from '../../contract/readingTypes.ts';
import { attempt } from '../frame/toasts.tsx';
import { readTitles } from '../library/list.ts';
import { Button, TextField } from '../parts/controls.tsx';
import { useAct } from '../parts/dialog.tsx';
import { Ago, Card, List, Problem, Row, Screen } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import type { Answer } from '../service/api.ts';
import { api, downloadCsv, organization, useFacts, useFresh, useLoaded, useRead } from '../service/api.ts';
import { isWord, t } from '../words/words.ts';

type Input = NonNullable<Operations['listOrganizationActivity']['input']>;
type Page = Operations['listOrganizationActivity']['output'];

const timeOf = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();

/** The activity of the organization. */
export function ActivityScreen() {
  const actor = useSignal('');
  const since = useSignal('');
  const until = useSignal('');
  const filters = {
    ...(actor.value && { actor: actor.value as NonNullable<Input['actor']> }),
    ...(since.value && { since: timeOf(since.value, '00:00') }),
    ...(until.value && { until: timeOf(until.value, '23:59:59.999') }),
  };
  const members = useRead(api.listOrganizationMembers, {}).data?.items ?? [];
  const accounts = useRead(api.listServiceAccounts, { limit: 100 }).data?.items ?? [];
  const actors = [
    ['', t('activity.everybody')],
    // Members have ids with another prefix than users.
    ...members.map((one) => [one.user_id.replace('usr_', 'user_'), one.display_name || one.email] as const),
    ...accounts.map(({ id, name }) => [id, name] as const),
  ] as const;
  const query = String(new URLSearchParams(filters));
  return (
    <Screen title={t('nav.activity')} lead={t('activity.lead')}>
      <search class="filters">
        <TextField label={t('activity.actor')} text={actor} options={actors} />
        <TextField label={t('activity.since')} text={since} type="date" max={until.value} />
        <TextField label={t('activity.until')} text={until} type="date" min={since.value} />
      </search>
      <Entries
        key={query}
        title={t('activity.newestFirst')}
        load={(page, options) => api.listOrganizationActivity.withResponse({ ...filters, ...page }, options)}
        csv={{ path: `/v1/organization/activity?${query}`, name: organization.value?.name ?? '' }}
        none={query === '' ? t('activity.none') : t('activity.noneFound')}
        namesDocuments
      />
    </Screen>
  );
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
  /** The number of entries that are loaded at a time. */
  readonly limit?: number;
}

/** A list of activity, which can be downloaded as a whole. */
export function Entries({ title, load, csv, none, namesDocuments = false, limit = 30 }: EntriesProps) {
  const page = useLoaded(csv.path, (signal) => load({ limit }, { signal }));
  const more = useAct();
  const items = page.data?.items ?? [];
  const cursor = page.data?.pagination.next_cursor ?? '';
  useFresh(page.reload, items.length <= limit);
  const titles = useFacts(
    namesDocuments ? items.flatMap(({ document_id }) => document_id ?? []) : [],
    readTitles,
  );
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
                entry.actor && String(entry.details.address ?? ''),
                namesDocuments && document_id && (
                  <a href={paths.document(document_id)}>
                    <bdi>{titles.get(document_id) ?? document_id}</bdi>
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

/** Somebody without an account is known by their network only: their truncated address. */
const actorOf = ({ actor, details }: Pick<Page['items'][number], 'actor' | 'details'>): string =>
  actor?.name ?? String(details.address ?? t('activity.service'));

/** Events without an entry of their own. */
type Unrecorded = 'document.viewed' | 'document.downloaded' | 'policy.acknowledged' | 'webhook.test';
type Recorded = RecordedType | ActType | Exclude<EventType, Unrecorded>;

/** Says what happened. Types of a later release are shown as they are. */
const typeText = (type: string): string =>
  isWord(`activity.${type}`) ? t(`activity.${type as Recorded}`) : type;
