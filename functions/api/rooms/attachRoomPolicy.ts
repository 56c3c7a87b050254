import { noSuchPolicy } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { attachToGate } from '../../../shared/acts/rooms/gate.ts';
import { gatePoliciesWithRulesMax } from '../../../shared/contract/limits.ts';
import { attachRoomPolicy } from '../../../shared/contract/operations/roomAccess.ts';
import { post } from '../../../shared/http/post.ts';
import { presentRoomPolicy } from '../../../shared/presentation/roomAccess.ts';
import { managed, stillManaged } from '../../../shared/reading/rooms/managed.ts';

export const handler = post(
  attachRoomPolicy,
  async ({ principal, path, body, answer }) => {
    const outcome = await attachToGate(
      {
        roomId: path.room_id,
        policyId: body.policy_id,
        permitted: managed(principal),
        by: principal,
        attachedBy: principal.user,
      },
      (gate, commit) => answer(presentRoomPolicy(gate), commit),
    );
    const wrong = (why: string) => () => wrongField('policy_id', why, body.policy_id);
    return accepted(outcome, {
      no_policy: noSuchPolicy,
      archived: wrong('is an archived policy: make the policy active first'),
      retains: wrong(
        'keeps documents, or has a rule that this release does not know: a gate has rules for readers only',
      ),
      too_many_rules: wrong(
        `has rules, and ${gatePoliciesWithRulesMax} policies that had rules when they were attached are the most for a gate: detach one of them first`,
      ),
    });
  },
  { guard: stillManaged },
);
