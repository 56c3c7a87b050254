import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { newToken } from '../credentials/tokens.ts';
import { log } from '../runtime/log.ts';

/** The accounts of the stack's own user pool. Only the two functions of the pool use this file. */

const requestHandler = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true };

/** Made at the first call, so that the client reads the environment then. */
let client: CognitoIdentityProviderClient | undefined;
const cognito = (): CognitoIdentityProviderClient => {
  client ??= new CognitoIdentityProviderClient({ maxAttempts: 2, requestHandler });
  return client;
};

/** Gives an account a password that nobody knows, and that fulfills every password policy of Cognito. */
export async function setRandomPassword(UserPoolId: string, Username: string): Promise<void> {
  const Password = `aA1!${newToken()}`;
  await cognito().send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
}

/**
 * Removes the accounts that were made before a time (epoch milliseconds) and are not confirmed. Resolves with their number. If one cannot
 * be removed, logs that and continues.
 */
export async function endUnconfirmed(
  UserPoolId: string,
  before: number,
  isOver: () => boolean,
): Promise<number> {
  let ended = 0;
  const listing = { UserPoolId, Filter: `cognito:user_status = "${unconfirmed}"`, AttributesToGet: [] };
  for await (const { Users = [] } of paginateListUsers({ client: cognito() }, listing))
    for (const { Username = '', UserCreateDate } of Users) {
      if (isOver()) return ended;
      // An account without a date is left alone.
      if (!UserCreateDate || UserCreateDate.getTime() > before) continue;
      try {
        if (await endIfUnconfirmed({ UserPoolId, Username })) ended += 1;
      } catch (error) {
        log.error('an unconfirmed account was not ended', { user_name: Username, error });
      }
    }
  return ended;
}

const unconfirmed = 'UNCONFIRMED';

/** The list lags, so that the account is read again: it may have been confirmed since. */
async function endIfUnconfirmed(account: { UserPoolId: string; Username: string }): Promise<boolean> {
  try {
    const { UserStatus } = await cognito().send(new AdminGetUserCommand(account));
    if (UserStatus !== unconfirmed) return false;
    await cognito().send(new AdminDeleteUserCommand(account));
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
}
