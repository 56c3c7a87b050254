import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { policyNameMaxCharacters } from '../../contract/limits.ts';
import { announce, toast } from '../frame/toasts.tsx';
import { Button, Card, TextField } from '../parts/controls.tsx';
import { Back, Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { useDraft } from '../service/draft.ts';
import { t } from '../words/words.ts';
import { PolicyForm, useTexts } from './policyForm.tsx';
import { rulesOf, type Texts } from './rules.ts';

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
    <Screen title={t('policies.new')} above={<Back href={paths.policies} title={t('nav.policies')} />}>
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
        onSend={async (confirm, options) => {
          const input = { name: name.text.value.trim(), rules: rulesOf(texts, {}), ...confirm };
          const { id } = await api.createPolicy(input, options);
          name.clear();
          clear();
          toast(t('policies.created', { name: input.name }));
          route(paths.policy(id));
        }}
      >
        <TextField label={t('common.name')} text={name.text} required maxLength={policyNameMaxCharacters} />
      </PolicyForm>
    </Screen>
  );
}
