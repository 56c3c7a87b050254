import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { policiesMax } from '../../contract/limits.ts';
import { ruleTexts } from '../document/rules.ts';
import { useCommands } from '../frame/palette.tsx';
import { Filter, Used } from '../parts/controls.tsx';
import { Empty } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Row } from '../parts/list.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { may, me } from '../service/session.ts';
import { t } from '../words/words.ts';
import type { Policy } from './rules.ts';

/** The policies of the organization. */
export const Policies = () => <OwnPolicies key={me.value?.organization_id} />;

async function allPolicies(archived: 'true' | 'false', signal: AbortSignal) {
  const data: Policy[] = [];
  for await (const policy of api.listPolicies.all({ archived, limit: 100 }, { signal })) data.push(policy);
  return { data, response: new Response() };
}

function OwnPolicies() {
  const { route } = useLocation();
  const archived = useSignal('false');
  const isArchived = archived.value === 'true';
  const list = useLoaded(archived.value, (signal) => allPolicies(isArchived ? 'true' : 'false', signal));
  const mayManage = may('organization#manage');
  useCommands(
    mayManage ? [{ title: t('policies.create'), icon: 'plus', run: () => route(paths.newPolicy) }] : [],
  );
  const policies = list.data ?? [];
  return (
    <Screen
      title={t('nav.policies')}
      lead={t('policies.lead')}
      actions={
        <>
          <Filter
            label={t('policies.shown')}
            text={archived}
            options={[
              ['false', t('policies.active')],
              ['true', t('policies.archived')],
            ]}
          />
          {mayManage && <Create look="button primary" />}
        </>
      }
    >
      <Problem error={list.error} onRetry={list.reload} />
      {list.data && policies.length === 0 && <None isArchived={isArchived} />}
      {policies.length > 0 && (
        <section class="card">
          {!isArchived && <Used count={policies.length} most={policiesMax} />}
          <ul class="rows" role="list">
            {policies.map(({ id, name, rules }) => (
              <Row
                key={id}
                name={name}
                href={paths.policy(id)}
                lines={[[ruleTexts(rules).join(' · ') || t('attached.label')]]}
              />
            ))}
          </ul>
        </section>
      )}
    </Screen>
  );
}

const Create = ({ look }: { readonly look: string }) => (
  <a class={look} href={paths.newPolicy}>
    <Icon name="plus" />
    {t('policies.create')}
  </a>
);

function None({ isArchived }: { readonly isArchived: boolean }) {
  if (isArchived)
    return <Empty icon="policy" title={t('policies.noneArchived')} text={t('policies.noneArchivedText')} />;
  const mayManage = may('organization#manage');
  return (
    <Empty
      icon="policy"
      title={t('policies.none')}
      text={mayManage ? t('policies.noneText') : t('policies.noneForMember')}
    >
      {mayManage && <Create look="button" />}
    </Empty>
  );
}
