import { useGroupNames } from '../groups/names.ts';
import { Line } from '../parts/list.tsx';
import { formatDate, t } from '../words/words.ts';
import { keptUntil, passedEnds } from './ends.ts';
import { goneGroups, type Policy, type Rules, ruleTexts } from './policyForm.tsx';

type WithRules = Pick<Policy, 'rules' | 'unknown_rules'>;

/** Whether a policy has no rule, so that it is a label. */
export const isLabel = ({ rules, unknown_rules }: WithRules): boolean =>
  !unknown_rules && ruleTexts(rules).length === 0;

interface EndsProps {
  readonly rules: Rules;
  /** The time of the attachment. Default: the policy is not attached */
  readonly attachedAt?: string;
}

interface RulesProps extends Pick<EndsProps, 'attachedAt'> {
  readonly policy: WithRules;
}

/** What a policy requires, below its name. Ends that have passed are alerts, and so are rules of a later release. */
export function RulesLine({ policy, attachedAt }: RulesProps) {
  const { rules } = policy;
  const groups = useGroupNames(rules.allowed_groups !== undefined);
  const kept = attachedAt && keptUntil(rules, attachedAt);
  return (
    <>
      <Line facts={isLabel(policy) ? [t('attached.label')] : ruleTexts(rules, groups)} />
      {kept && <Line facts={[t('policies.keptUntil', { date: formatDate(kept) })]} />}
      <UnknownRule {...policy} />
      <GoneGroups rules={rules} />
      <PassedEnds rules={rules} {...(attachedAt && { attachedAt })} />
    </>
  );
}

/** Says that a later release stored a rule. */
export const UnknownRule = ({ unknown_rules }: Pick<WithRules, 'unknown_rules'>) =>
  unknown_rules ? <p class="field-error">{t('attached.unknownRule')}</p> : null;

/** Says how many of the groups that a policy allows are deleted. */
export function GoneGroups({ rules }: Pick<WithRules, 'rules'>) {
  const count = goneGroups(rules, useGroupNames(rules.allowed_groups !== undefined));
  return count > 0 ? <p class="field-error">{t('policies.goneGroups', { count })}</p> : null;
}

/** The ends of a policy that have passed, and what follows. */
export const PassedEnds = ({ rules, attachedAt }: EndsProps) =>
  passedEnds(rules, attachedAt).map(({ key, end }) => (
    <p key={key} class="field-error">
      {t(key, { date: formatDate(end) })}
    </p>
  ));
