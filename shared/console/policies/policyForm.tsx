import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Operations } from '../../client/types.ts';
import { acknowledgementMaxCharacters, ruleDaysMax } from '../../contract/limits.ts';
import { useGroupNames } from '../groups/names.ts';
import { controlOf, TextField } from '../parts/controls.tsx';
import { Form } from '../parts/dialog.tsx';
import { useDraft } from '../parts/savedText.tsx';
import { endOfDay, formatDate, formatList, t } from '../words/words.ts';

export type Policy = Operations['getPolicy']['output'];
export type Rules = Policy['rules'];
export type RuleName = keyof Rules;

export interface RuleKind {
  /** `readers`: the rule binds readers. `keeping`: it retains documents. */
  readonly part: 'readers' | 'keeping';
  /** The control of its value. `none`: it is on or off. */
  readonly control: 'none' | 'addresses' | 'domains' | 'groups' | 'text' | 'day' | 'days';
  /** A rule that a policy cannot have together with this one. */
  readonly excludes?: RuleName;
}

/** How the editor shows each rule of the contract, in its order. */
const kinds: Readonly<Record<RuleName, RuleKind>> = {
  require_sign_in: { part: 'readers', control: 'none' },
  allowed_emails: { part: 'readers', control: 'addresses' },
  allowed_email_domains: { part: 'readers', control: 'domains' },
  allowed_groups: { part: 'readers', control: 'groups' },
  acknowledgement: { part: 'readers', control: 'text' },
  watermark: { part: 'readers', control: 'none' },
  view_only: { part: 'readers', control: 'none' },
  expires_at: { part: 'readers', control: 'day', excludes: 'expires_after_days' },
  expires_after_days: { part: 'readers', control: 'days', excludes: 'expires_at' },
  retain_until: { part: 'keeping', control: 'day', excludes: 'retain_for_days' },
  retain_for_days: { part: 'keeping', control: 'days', excludes: 'retain_until' },
  legal_hold: { part: 'keeping', control: 'none', excludes: 'locked' },
  locked: { part: 'keeping', control: 'none', excludes: 'legal_hold' },
};

export const ruleKinds = Object.entries(kinds) as readonly (readonly [RuleName, RuleKind])[];

/** A long list of addresses is shown by its length. */
const listedMax = 3;

/** The names of groups, by their ids. Undefined: the words only count groups. */
export type GroupNames = ReadonlyMap<string, string> | undefined;

/** Returns how many groups of the rules do not exist any more. */
export const goneGroups = ({ allowed_groups = [] }: Rules, names: GroupNames): number =>
  names ? new Set(allowed_groups.filter((id) => !names.has(id))).size : 0;

const groupsText = (ids: readonly string[], names: GroupNames): string => {
  const known = names && ids.flatMap((id) => names.get(id) ?? []);
  return known && known.length === ids.length && known.length <= listedMax
    ? formatList(known)
    : t('rules.groups', { count: ids.length });
};

/** Says in words what the rules of a policy require. Without rules, there is nothing. */
export const ruleTexts = (rules: Rules, groups?: GroupNames): string[] =>
  ruleKinds.flatMap(([name, { control }]) => {
    const value = rules[name];
    if (value === undefined || value === false) return [];
    const count = typeof value === 'object' ? value.length : Number(value);
    const listed =
      typeof value !== 'object' ? '' : count > listedMax ? t('rules.several', { count }) : formatList(value);
    const names = control === 'groups' ? groupsText(rules.allowed_groups ?? [], groups) : listed;
    const date = control === 'day' ? formatDate(String(value)) : '';
    return [t(`rules.${name}`, { count, names, date })];
  });

/** Without rules, the policy is a label. */
export const rulesText = (rules: Rules, groups?: GroupNames): string =>
  ruleTexts(rules, groups).join(' · ') || t('attached.label');

/** The rules of a policy as the texts of their controls. A rule without a text is off. */
export type Texts = Readonly<Partial<Record<RuleName, string>>>;

const dayOf = (time: string): string => {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

function textOf(value: Rules[RuleName], { control }: RuleKind): string | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return '';
  if (typeof value === 'object') return value.join('\n');
  return control === 'day' ? dayOf(String(value)) : String(value);
}

export const textsOf = (rules: Rules): Texts =>
  Object.fromEntries(
    ruleKinds.flatMap(([name, kind]) => {
      const text = textOf(rules[name], kind);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const listIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '');

const parse = {
  none: () => true,
  addresses: listIn,
  domains: listIn,
  groups: listIn,
  text: (text) => text.trim(),
  day: endOfDay,
  days: Number,
} as const satisfies Readonly<Record<RuleKind['control'], (text: string) => unknown>>;

/** Returns the rules from the texts of their controls. A value whose text was not edited stays exactly as in `before`. */
export function rulesOf(texts: Texts, before: Rules): Rules {
  const unchanged = textsOf(before);
  return Object.fromEntries(
    ruleKinds.flatMap(([name, { control }]) => {
      const text = texts[name];
      if (text === undefined) return [];
      return [[name, text === unchanged[name] ? before[name] : parse[control](text)]];
    }),
  );
}

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
  /** Whether the rules are as saved, so that there is nothing to send. */
  readonly isUnchanged?: boolean;
  /** Content above the rules. */
  readonly children?: ComponentChildren;
  /** Sends the form. `confirm` is the repeated name. */
  readonly send: (
    confirm: { readonly confirm?: string },
    options: { readonly idempotencyKey: string },
  ) => Promise<unknown>;
}

/** The rules of a policy as a form. */
export function PolicyForm({ name, action, isUnchanged = false, children, send, ...rules }: PolicyFormProps) {
  const confirm = useSignal('');
  const isLocking = rules.texts.locked !== undefined && !isUnchanged;
  return (
    <section class="card">
      <Form
        action={action}
        disabled={isUnchanged}
        send={(options) => send(isLocking ? { confirm: confirm.value } : {}, options)}
      >
        {children}
        {parts.map(([part, title, hint]) => (
          <fieldset key={part} class="choices">
            <legend class="label">
              <h2>{t(title)}</h2>
            </legend>
            <p class="hint">{t(hint)}</p>
            {ruleKinds.map(
              ([rule, kind]) => kind.part === part && <Rule key={rule} name={rule} kind={kind} {...rules} />,
            )}
          </fieldset>
        ))}
        {isLocking && (
          <TextField label={t('organization.repeatName', { name })} name="confirm" text={confirm} required />
        )}
      </Form>
    </section>
  );
}

const parts = [
  ['readers', 'policies.readers', 'policies.exempt'],
  ['keeping', 'policies.keeping', 'policies.keepingText'],
] as const;

const area = { rows: 3, maxLength: acknowledgementMaxCharacters };

/** The control of each kind of value. */
const shapes = {
  addresses: area,
  domains: area,
  text: area,
  day: { type: 'date' },
  days: { type: 'number', min: 1, max: ruleDaysMax },
} as const;

interface GroupChoiceProps {
  /** The ids of the chosen groups, one on each line. */
  readonly text: string;
  readonly set: (text: string) => void;
}

/** The choice of the groups of a rule. Deleted groups that the rule still has come first. */
function GroupChoice({ text, set }: GroupChoiceProps) {
  const names = useGroupNames();
  const chosen = listIn(text);
  if (!names) return null;
  const gone = chosen.filter((id) => !names.has(id));
  const all = [...gone.map((id) => [id, t('groups.gone')] as const), ...names];
  return (
    <fieldset class="rule-value">
      <legend class="label">{t('ruleValue.groups')}</legend>
      {all.length === 0 && <p class="hint">{t('groups.noneToChoose')}</p>}
      {all.map(([id, name]) => (
        <label key={id} class="choice-row">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() =>
              set((chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).join('\n'))
            }
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

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
      {text !== undefined && control === 'groups' && <GroupChoice text={text} set={set} />}
      {text !== undefined && control !== 'none' && control !== 'groups' && (
        <div class="rule-value">
          <TextField
            label={t(`ruleValue.${control}`)}
            name={`rules.${name}`}
            text={controlOf(text, set)}
            required
            {...shapes[control]}
          />
        </div>
      )}
    </div>
  );
}
