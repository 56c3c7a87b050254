import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { coldStart } from '../../shared/runtime/coldStart.ts';
import { log } from '../../shared/runtime/log.ts';
import { setRandomPassword } from '../../shared/signIn/userPool.ts';

coldStart();

/**
 * Runs after the owner of an address has confirmed an account of the user pool. Somebody else may have registered the address with a
 * password of their own, so the account gets a random password, which nobody knows. The owner signs in by a code, or sets a password by a
 * mail. The trigger also runs after somebody has set a new password by a mail, which must stay.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') {
    try {
      await setRandomPassword(event.userPoolId, event.userName);
    } catch (error) {
      // The account is confirmed already, and keeps its password. The alarm names the way out.
      log.error('a confirmed account keeps the password of its sign-up', {
        user_name: event.userName,
        error,
      });
      throw error;
    }
  }
  return event;
}
