import { rejected } from '../../../shared/access/authentication.ts';
import { describeCaller } from '../../../shared/access/me.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { renamePerson } from '../../../shared/acts/updatePerson.ts';
import { updateMe } from '../../../shared/contract/operations/me.ts';
import { jsonBody } from '../../../shared/http/middleware.ts';
import { run } from '../../../shared/http/operation.ts';
import { ownSession } from '../../../shared/http/ownSession.ts';
import { parsedResponse } from '../../../shared/http/success.ts';

export const handler = run(
  updateMe,
  [ownSession, jsonBody],
  async ({ principal, body, checkPreconditions }) => {
    const { user, organization_id: actsIn } = principal;
    const me = await describeCaller(principal, Date.now());
    const as = ({ name }: { readonly name: string }) => ({ ...me, user: { ...user, name } });
    checkPreconditions(me);
    if (body.name === undefined) return parsedResponse(updateMe, me);

    const outcome = await renamePerson({
      userId: user.id,
      name: body.name,
      by: principal,
      actsIn,
      guard: (person) => checkPreconditions(as(person)),
    });
    return parsedResponse(updateMe, as(accepted(outcome, { no_person: () => rejected('invalid_session') })));
  },
);
