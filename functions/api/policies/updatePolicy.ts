import { actingOrganization, noSuchPolicy } from '../../../shared/access/documents.ts';
import { forbidden, wrongField } from '../../../shared/access/errors.ts';
import { lockErrors } from '../../../shared/access/locking.ts';
import { lockingRefusal, powersRefusal } from '../../../shared/access/powers.ts';
import { noGroupOf, readableRules } from '../../../shared/access/rules.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/updatePolicy.ts';
import { updatePolicy } from '../../../shared/contract/operations/policies.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentPolicy } from '../../../shared/presentation/present.ts';

export const handler = operation(updatePolicy, async ({ principal, path, body, checkPreconditions }) => {
  const { confirm, ...changes } = body;
  const now = Date.now();
  const outcome = await acts.updatePolicy({
    ...changes,
    rules: body.rules && readableRules(body.rules),
    organizationId: actingOrganization(principal),
    policyId: path.policy_id,
    by: principal,
    now,
    looseningRefusal: () => powersRefusal(principal, now),
    locking: { refusal: () => lockingRefusal(principal, now), confirm },
    guard: (policy) => checkPreconditions(presentPolicy(policy)),
  });
  const policy = accepted(outcome, {
    ...lockErrors(body),
    no_group: noGroupOf(body.rules),
    no_policy: noSuchPolicy,
    at_gate: (room) =>
      wrongField('rules', `must not keep documents: the policy is at the gate of ${room}`, body.rules),
    loosened: forbidden,
    name_taken: (why) =>
      body.name === undefined
        ? wrongField('archived', `cannot be false: ${why}`, false, 'name_taken')
        : wrongField('name', `cannot be taken: ${why}`, body.name, 'name_taken'),
  });
  return presentPolicy(policy);
});
