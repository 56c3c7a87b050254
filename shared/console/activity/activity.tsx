import { useLocation } from 'preact-iso/router';
import type { Operations } from '../../client/types.ts';
import { controlOf, TextField } from '../parts/controls.tsx';
import { Screen } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { api, organization, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';
import { Entries } from './entries.tsx';
import { kindOptions } from './kinds.ts';
import { peopleSeen } from './names.ts';

type Input = NonNullable<Operations['listOrganizationActivity']['input']>;

const names = ['actor', 'type', 'since', 'until'] as const;
/** The filters as they are in the address: `since` and `until` are days of the person's time zone. */
type Filters = Readonly<Partial<Record<(typeof names)[number], string>>>;

const addressOf = (filters: Filters): string => {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return given.length === 0 ? paths.activity : `${paths.activity}?${new URLSearchParams(given)}`;
};

/** Returns the start of a day in the person's time zone; undefined for text that is no day. */
function timeOf(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The activity of the organization. */
export function ActivityScreen() {
  const { query: given, route } = useLocation();
  const filters: Filters = Object.fromEntries(
    names.flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  );
  const { actor = '', type = '', since = '', until = '' } = filters;
  const field = (name: keyof Filters) =>
    controlOf(filters[name] ?? '', (value) => route(addressOf({ ...filters, [name]: value }), true));
  const asked = Object.fromEntries(
    Object.entries({
      actor,
      type,
      since: timeOf(since, '00:00'),
      until: timeOf(until, '23:59:59.999'),
    }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const input = asked as Pick<Input, (typeof names)[number]>;
  const query = String(new URLSearchParams(asked));
  return (
    <Screen title={t('nav.activity')} lead={t('activity.lead')}>
      <search class="filters">
        <TextField
          label={t('activity.actor')}
          text={field('actor')}
          options={[['', t('activity.everybody')]]}
          groups={useActors(actor)}
        />
        <TextField
          label={t('activity.kind')}
          text={field('type')}
          options={[['', t('activity.everything')]]}
          groups={kindOptions()}
        />
        <TextField label={t('activity.since')} text={field('since')} type="date" max={until} />
        <TextField label={t('activity.until')} text={field('until')} type="date" min={since} />
      </search>
      <Entries
        key={query}
        title={t('activity.newestFirst')}
        load={(page, options) => api.listOrganizationActivity.withResponse({ ...input, ...page }, options)}
        csv={{ path: `/v1/organization/activity?${query}`, name: organization.value?.name ?? '' }}
        none={query === '' ? t('activity.none') : t('activity.noneFound')}
        isFolded={type === ''}
        linkTo={(id) => addressOf({ ...filters, actor: id })}
        namesDocuments
      />
    </Screen>
  );
}

/** Returns everybody by whom the list can be filtered: members, service accounts, and all others who occurred in it. */
function useActors(chosen: string) {
  const members = useRead(api.listOrganizationMembers, {}).data?.items ?? [];
  const accounts = useRead(api.listServiceAccounts, { limit: 100 }).data?.items ?? [];
  // Members have ids with another prefix than users.
  const people = members.map(
    (one) => [one.user_id.replace('usr_', 'user_'), one.display_name || one.email] as const,
  );
  const programs = accounts.map(({ id, name }) => [id, name] as const);
  const known = new Set<string>([...people, ...programs].map(([id]) => id));
  const seen = new Map(peopleSeen());
  if (chosen !== '' && !seen.has(chosen)) seen.set(chosen, chosen);
  const others = [...seen].filter(([id]) => !known.has(id)).sort(([, a], [, b]) => a.localeCompare(b));
  return [
    [t('members.title'), people],
    [t('activity.others'), others],
    [t('accounts.title'), programs],
  ] as const;
}
