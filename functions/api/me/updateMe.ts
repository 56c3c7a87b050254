import { rejected } from '../../../shared/access/authentication.ts';
import { describeCaller } from '../../../shared/access/me.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { renamePerson } from '../../../shared/acts/updatePerson.ts';
import { updateMe } from '../../../shared/contract/operations/me.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(updateMe, async ({ principal, body, checkPreconditions }) => {
  const { user, organization_id: actsIn } = principal;
  const me = await describeCaller(principal, Date.now());
  const as = ({ name }: { readonly name: string }) => ({ ...me, user: { ...user, name } });
  checkPreconditions(me);
  if (body.name === undefined) return me;

  const outcome = await renamePerson({
    userId: user.id,
    name: body.name,
    by: principal,
    actsIn,
    guard: (person) => checkPreconditions(as(person)),
  });
  return as(accepted(outcome, { no_person: () => rejected('invalid_session') }));
});
