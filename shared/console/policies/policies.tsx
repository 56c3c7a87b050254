import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { policiesMax, policyNameMaxCharacters } from '../../contract/limits.ts';
import { useCommands } from '../frame/palette.tsx';
import { announce, toast } from '../frame/toasts.tsx';
import { useAddress } from '../parts/address.ts';
import { Button, controlOf, Icon, Select, TextField, Used } from '../parts/controls.tsx';
import { Card, Empty, List, Row, Screen } from '../parts/list.tsx';
import { OrderChoice, OrderNote, useOrder } from '../parts/order.tsx';
import { useDraft } from '../parts/savedText.tsx';
import { paths } from '../paths.ts';
import { api, may, useAll } from '../service/api.ts';
import { t } from '../words/words.ts';
import { type Policy, PolicyForm, rulesOf, type Texts, useTexts } from './policyForm.tsx';
import { isLabel, RulesLine } from './rulesLine.tsx';

/** The policies of the organization. */
export function Policies() {
  const { route } = useLocation();
  const { query, set } = useAddress();
  const isArchived = query.archived === 'true';
  const order = useOrder<Policy>([
    { name: 'name', title: t('common.name'), value: ({ name }) => name },
    { name: 'created', title: t('library.column.created'), value: ({ created_at }) => created_at },
  ]);
  const list = useAll(api.listPolicies, { archived: isArchived ? 'true' : 'false' });
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
            {...controlOf(isArchived ? 'true' : '', (archived) => set({ archived }))}
            options={[
              ['', t('policies.active')],
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
          <div class="row">
            {!isArchived && <Used count={count} most={policiesMax} />}
            {(count ?? 0) > 10 && <OrderChoice order={order} />}
          </div>
          <OrderNote order={order} count={count} />
          <List page={{ ...list, data: list.data && { items: order.sorted(list.data.items) } }}>
            {(policy) => (
              <Row
                key={policy.id}
                name={policy.name}
                href={paths.policy(policy.id)}
                badges={[isLabel(policy) && t('policies.label')]}
                detail={<RulesLine policy={policy} />}
                lines={[]}
              />
            )}
          </List>
        </section>
      )}
    </Screen>
  );
}

/** Ten years, with up to three leap days. */
const tenYears = '3653';

/** The templates for a new policy. */
const templates = (): readonly (readonly [name: string, texts: Texts])[] => [
  [t('template.person'), { require_sign_in: '', allowed_emails: '' }],
  [t('template.agreement'), { require_sign_in: '', acknowledgement: t('template.agreementText') }],
  [t('template.watermark'), { require_sign_in: '', watermark: '' }],
  [t('template.end'), { expires_after_days: '30' }],
  [t('template.keep'), { retain_for_days: tenYears }],
];

export function NewPolicy() {
  const { route } = useLocation();
  const template = useSignal('');
  const name = useDraft('policy name', '');
  const { texts, set, clear } = useTexts('policy rules', {});
  const choose = (title: string, rules: Texts) => {
    template.value = title;
    name.text.value = title;
    set(rules);
    announce(t('policies.filled', { name: title }));
  };
  return (
    <Screen title={t('policies.new')} back={[paths.policies, t('nav.policies')]}>
      <Card title={t('policies.templates')}>
        <div class="row">
          {templates().map(([title, rules]) => (
            <Button text={title} key={title} icon="policy" onClick={() => choose(title, rules)} />
          ))}
        </div>
      </Card>
      <PolicyForm
        key={template.value}
        name={name.text.value.trim()}
        texts={texts}
        onChange={set}
        action={t('policies.create')}
        send={async (confirm, options) => {
          const input = { name: name.text.value.trim(), rules: rulesOf(texts, {}), ...confirm };
          const { id } = await api.createPolicy(input, options);
          name.clear();
          clear();
          toast(t('policies.created', { name: input.name }));
          route(paths.policy(id));
        }}
      >
        <TextField
          label={t('common.name')}
          name="name"
          text={name.text}
          required
          maxLength={policyNameMaxCharacters}
        />
      </PolicyForm>
    </Screen>
  );
}
