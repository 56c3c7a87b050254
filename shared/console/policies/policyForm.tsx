import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { acknowledgementMaxCharacters, ruleDaysMax } from '../../contract/limits.ts';
import { Button, controlOf, Field, TextField } from '../parts/controls.tsx';
import { Form } from '../parts/form.tsx';
import { useDraft } from '../service/draft.ts';
import { t } from '../words/words.ts';
import { type RuleKind, type RuleName, type Rules, ruleKinds, type Texts, textsOf } from './rules.ts';

/** The rules while a person edits them. They survive a reload of the page, until `clear`. */
export function useTexts(name: string, rules: Rules) {
  const draft = useDraft(name, JSON.stringify(textsOf(rules)));
  return {
    texts: JSON.parse(draft.text.value) as Texts,
    set: (texts: Texts) => {
      draft.text.value = JSON.stringify(texts);
    },
    clear: draft.clear,
  };
}

interface RulesProps {
  readonly texts: Texts;
  readonly onChange: (texts: Texts) => void;
}

interface PolicyFormProps extends RulesProps {
  /** The name of the policy, which a person repeats to lock it. */
  readonly name: string;
  readonly action: string;
  /** Whether the rules are as saved, so that there is nothing to send. Default: false */
  readonly isUnchanged?: boolean;
  /** Content above the rules. */
  readonly children?: ComponentChildren;
  /** Sends the form. `confirm` is the repeated name. */
  readonly onSend: (
    confirm: { readonly confirm?: string },
    options: { readonly idempotencyKey: string },
  ) => Promise<unknown>;
}

/** The rules of a policy as a form. */
export function PolicyForm({
  name,
  action,
  isUnchanged = false,
  children,
  onSend,
  ...rules
}: PolicyFormProps) {
  const confirm = useSignal('');
  const isLocking = rules.texts.locked !== undefined && !isUnchanged;
  return (
    <section class="card">
      <Form
        onSend={(options) => onSend(isLocking ? { confirm: confirm.value } : {}, options)}
        footer={(isRunning) => (
          <p>
            <Button text={action} look="primary" disabled={isRunning || isUnchanged} />
          </p>
        )}
      >
        {children}
        {parts.map(([part, title, hint]) => (
          <fieldset key={part} class="choices">
            <legend class="label">{t(title)}</legend>
            <p class="hint">{t(hint)}</p>
            {ruleKinds.map(
              ([rule, kind]) => kind.part === part && <Rule key={rule} name={rule} kind={kind} {...rules} />,
            )}
          </fieldset>
        ))}
        {isLocking && <TextField label={t('organization.repeatName', { name })} text={confirm} required />}
      </Form>
    </section>
  );
}

const parts = [
  ['readers', 'policies.readers', 'policies.exempt'],
  ['keeping', 'policies.keeping', 'policies.keepingText'],
] as const;

type RuleProps = RulesProps & { readonly name: RuleName; readonly kind: RuleKind };

/** A rule, with its value when it is on. */
function Rule({ name, kind: { control, excludes }, texts, onChange }: RuleProps) {
  const { [name]: text, ...others } = texts;
  const set = (next: string) => {
    const kept = Object.entries(texts).filter(([other]) => other !== excludes);
    onChange({ ...Object.fromEntries(kept), [name]: next });
  };
  return (
    <div>
      <label class="choice-row">
        <input
          type="checkbox"
          checked={text !== undefined}
          onChange={() => (text === undefined ? set('') : onChange(others))}
        />
        <span>{t(`rule.${name}`)}</span>
      </label>
      {text !== undefined && control !== 'none' && (
        <div class="rule-value">
          <Field label={t(`ruleValue.${control}`)}>
            {(attributes) => {
              const all = { ...attributes, ...controlOf(text, set), required: true };
              if (control === 'day') return <input type="date" {...all} />;
              if (control === 'days') return <input type="number" min={1} max={ruleDaysMax} {...all} />;
              return <textarea rows={3} maxLength={acknowledgementMaxCharacters} {...all} />;
            }}
          </Field>
        </div>
      )}
    </div>
  );
}
