import type { Context } from 'aws-lambda';
import { coldStart } from '../../shared/runtime/coldStart.ts';
import { log } from '../../shared/runtime/log.ts';
import { endUnconfirmed } from '../../shared/signIn/userPool.ts';

/** An account that is not confirmed ends after this time, and its address is free again. */
const unconfirmedMilliseconds = 60 * 60_000;
/** A run ends so long before its timeout. The next run continues. */
const reserveMilliseconds = 10_000;

coldStart();

/** Removes accounts of the user pool that nobody confirmed. The schedule names the pool. */
export async function handler(
  { user_pool_id }: { readonly user_pool_id: string },
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const isOver = () => context.getRemainingTimeInMillis() < reserveMilliseconds;
  const ended = await endUnconfirmed(user_pool_id, Date.now() - unconfirmedMilliseconds, isOver);
  if (ended > 0) log.info('unconfirmed accounts ended', { ended });
}
