import { Line } from '../parts/list.tsx';
import { formatDate, t } from '../words/words.ts';
import { keptUntil, passedEnds } from './ends.ts';
import { type Rules, ruleTexts } from './policyForm.tsx';

/** Whether a policy has no rule, so that it is a label. */
export const isLabel = (rules: Rules): boolean => ruleTexts(rules).length === 0;

interface RulesProps {
  readonly rules: Rules;
  /** The time of the attachment. Default: the policy is not attached */
  readonly attachedAt?: string;
}

/** What a policy requires, below its name. Ends that have passed are alerts. */
export function RulesLine({ rules, attachedAt }: RulesProps) {
  const kept = attachedAt && keptUntil(rules, attachedAt);
  return (
    <>
      <Line facts={isLabel(rules) ? [t('attached.label')] : ruleTexts(rules)} />
      {kept && <Line facts={[t('policies.keptUntil', { date: formatDate(kept) })]} />}
      <PassedEnds rules={rules} {...(attachedAt && { attachedAt })} />
    </>
  );
}

/** The ends of a policy that have passed, and what follows. */
export const PassedEnds = ({ rules, attachedAt }: RulesProps) =>
  passedEnds(rules, attachedAt).map(({ key, end }) => (
    <p key={key} class="field-error">
      {t(key, { date: formatDate(end) })}
    </p>
  ));
