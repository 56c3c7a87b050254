import { rejected } from '../../../shared/access/authentication.ts';
import { describeCaller } from '../../../shared/access/me.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updatePerson } from '../../../shared/acts/updatePerson.ts';
import { updateMe } from '../../../shared/contract/operations/me.ts';
import type { Me } from '../../../shared/contract/resources/me.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(updateMe, async ({ principal, body, checkPreconditions }) => {
  const { user, organization_id: actsIn } = principal;
  const me = await describeCaller(principal, Date.now());
  const as = (person: CallerItem): Me => ({
    ...me,
    user: { ...user, name: person.name },
    language: person.language ?? null,
  });
  checkPreconditions(me);
  if (body.name === undefined && body.language === undefined) return me;

  const outcome = await updatePerson({
    userId: user.id,
    ...body,
    by: principal,
    actsIn,
    guard: (person) => checkPreconditions(as(person)),
  });
  return as(accepted(outcome, { no_person: () => rejected('invalid_session') }));
});
