import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { policiesMax } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { bound, Icon, Select, Used } from '../parts/controls.tsx';
import { Empty, List, Row } from '../parts/list.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api, may, me, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { type Policy, rulesText } from './rules.ts';

/** The policies of the organization. */
export const Policies = () => <OwnPolicies key={me.value?.organization_id} />;

async function allPolicies(archived: 'true' | 'false', signal: AbortSignal) {
  const items: Policy[] = [];
  for await (const policy of api.listPolicies.all({ archived, limit: 100 }, { signal })) items.push(policy);
  return { data: { items }, response: new Response() };
}

function OwnPolicies() {
  const { route } = useLocation();
  const archived = useSignal('false');
  const isArchived = archived.value === 'true';
  const list = useLoaded(archived.value, (signal) => allPolicies(isArchived ? 'true' : 'false', signal));
  const count = list.data?.items.length;
  const mayManage = may('organization#manage');
  const none = mayManage ? t('policies.noneText') : t('policies.noneForMember');
  const create = mayManage && (
    <a class="button primary" href={paths.newPolicy}>
      <Icon name="plus" />
      {t('policies.create')}
    </a>
  );
  useCommands(
    mayManage ? [{ title: t('policies.create'), icon: 'plus', run: () => route(paths.newPolicy) }] : [],
  );
  return (
    <Screen
      title={t('nav.policies')}
      lead={t('policies.lead')}
      actions={
        <>
          <Select
            label={t('policies.shown')}
            {...bound(archived)}
            options={[
              ['false', t('policies.active')],
              ['true', t('policies.archived')],
            ]}
          />
          {create}
        </>
      }
    >
      {count === 0 ? (
        <Empty
          icon="policy"
          title={isArchived ? t('policies.noneArchived') : t('policies.none')}
          text={isArchived ? t('policies.noneArchivedText') : none}
        />
      ) : (
        <section class="card">
          {!isArchived && <Used count={count} most={policiesMax} />}
          <List page={list}>
            {({ id, name, rules }) => (
              <Row key={id} name={name} href={paths.policy(id)} lines={[[rulesText(rules)]]} />
            )}
          </List>
        </section>
      )}
    </Screen>
  );
}
