import { useSignal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { bound, Field, Select, TextField } from '../parts/controls.tsx';
import { Screen } from '../parts/screen.tsx';
import { api, me, organization, useRead } from '../service/api.ts';
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
        <Field label={t('activity.actor')}>
          {(attributes) => <Select {...attributes} {...bound(actor)} options={actors} />}
        </Field>
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
