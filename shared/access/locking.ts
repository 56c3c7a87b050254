import { lockedDaysMax } from '../contract/limits.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { forbidden, invalidRequest, wrongField } from './errors.ts';

/** Returns the errors for a policy that cannot be locked as requested. */
export const lockErrors = ({
  confirm,
  rules,
}: {
  readonly confirm?: string | undefined;
  readonly rules?: Rules | undefined;
}) => ({
  cannot_lock: (why: string) => forbidden(`Only owners may lock a policy. ${why}`),
  unconfirmed: () =>
    invalidRequest({
      code: 'missing_required_field',
      location: 'body.confirm',
      param: 'confirm',
      message: 'confirm is required: repeat the name of the policy to lock it.',
    }),
  misconfirmed: () => wrongField('confirm', "must be the policy's name, letter for letter", confirm),
  locked_too_long: () =>
    wrongField('rules', `cannot be locked for more than ${lockedDaysMax} days from now`, rules),
});
