import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { acknowledgementMaxCharacters, ruleDaysMax } from '../../contract/limits.ts';
import { TextField } from '../parts/controls.tsx';
import { Field } from '../parts/field.tsx';
import { useAct } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
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
  /** Sends the form. `confirm`: the repeated name. The key stays the same until the content changes. */
  readonly onSend: (confirm: { confirm?: string }, idempotencyKey: string) => Promise<unknown>;
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
  const { isRunning, error, run } = useAct();
  const confirm = useSignal('');
  const idempotencyKey = useMemo(
    () => crypto.randomUUID(),
    [name, confirm.value, JSON.stringify(rules.texts)],
  );
  const isLocking = rules.texts.locked !== undefined && !isUnchanged;
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => onSend(isLocking ? { confirm: confirm.value } : {}, idempotencyKey));
      }}
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
      <Problem error={error} />
      <p>
        <button type="submit" class="button primary" disabled={isRunning || isUnchanged}>
          {action}
        </button>
      </p>
    </form>
  );
}

const parts = [
  ['readers', 'policies.readers', 'policies.exempt'],
  ['keeping', 'policies.keeping', 'policies.keepingText'],
] as const;

type RuleProps = RulesProps & { readonly name: RuleName; readonly kind: RuleKind };

/** A rule, with its value when it is on. */
function Rule({ name, kind: { word, control, excludes }, texts, onChange }: RuleProps) {
  const { [name]: text, ...others } = texts;
  const turnOn = () => {
    const kept = Object.entries(texts).filter(([other]) => other !== excludes);
    onChange({ ...Object.fromEntries(kept), [name]: '' });
  };
  return (
    <div>
      <label class="choice-row">
        <input
          type="checkbox"
          checked={text !== undefined}
          onChange={text === undefined ? turnOn : () => onChange(others)}
        />
        <span>{t(word)}</span>
      </label>
      {text !== undefined && control !== 'none' && (
        <Value control={control} text={text} onText={(next) => onChange({ ...texts, [name]: next })} />
      )}
    </div>
  );
}

interface ValueProps {
  readonly control: Exclude<RuleKind['control'], 'none'>;
  readonly text: string;
  readonly onText: (text: string) => void;
}

const labels = {
  addresses: 'ruleValue.addresses',
  domains: 'ruleValue.domains',
  text: 'ruleValue.text',
  day: 'ruleValue.day',
  days: 'ruleValue.days',
} as const;

const Value = ({ control, text, onText }: ValueProps) => (
  <div class="rule-value">
    <Field label={t(labels[control])}>
      {(attributes) => {
        const common = {
          ...attributes,
          required: true,
          value: text,
          onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
            onText(event.currentTarget.value),
        };
        if (control === 'day') return <input type="date" {...common} />;
        if (control === 'days') return <input type="number" min={1} max={ruleDaysMax} {...common} />;
        return <textarea rows={3} maxLength={acknowledgementMaxCharacters} {...common} />;
      }}
    </Field>
  </div>
);
