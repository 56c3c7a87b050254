import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { SelectField, TextField } from '../parts/controls.tsx';
import { Screen } from '../parts/screen.tsx';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { me, organization } from '../service/session.ts';
import { t } from '../words/words.ts';
import { Entries } from './entries.tsx';

type Input = NonNullable<Operations['listOrganizationActivity']['input']>;

/** The activity of the organization. */
export const ActivityScreen = () => <OwnActivity key={me.value?.organization_id} />;

const timeOf = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();

function OwnActivity() {
  const actor = useSignal('');
  const since = useSignal('');
  const until = useSignal('');
  const filters = {
    ...(actor.value && { actor: actor.value as NonNullable<Input['actor']> }),
    ...(since.value && { since: timeOf(since.value, '00:00') }),
    ...(until.value && { until: timeOf(until.value, '23:59:59.999') }),
  };
  const query = String(new URLSearchParams(filters));
  return (
    <Screen title={t('nav.activity')} lead={t('activity.lead')}>
      <search class="filters">
        <SelectField
          label={t('activity.actor')}
          text={actor}
          options={[['', t('activity.everybody')], ...useActors()]}
        />
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

/** The members and service accounts of the organization. */
function useActors(): (readonly [id: string, name: string])[] {
  const members = useLoaded('members', (signal) => api.listOrganizationMembers.withResponse({}, { signal }));
  const accounts = useLoaded('accounts', (signal) =>
    api.listServiceAccounts.withResponse({ limit: 100 }, { signal }),
  );
  return [
    // Members have ids with another prefix than users.
    ...(members.data?.items ?? []).map(
      ({ user_id, display_name, email }) =>
        [user_id.replace('usr_', 'user_'), display_name || email] as const,
    ),
    ...(accounts.data?.items ?? []).map(({ id, name }) => [id, name] as const),
  ];
}
