import { environment } from '../../shared/environment.ts';
import type { Rejection } from '../../shared/http/principal.ts';
import type { Credential } from './credentials.ts';

const pooledKeys = environment('pooledUsageKeys');
const anonymousKeys = environment('anonymousUsageKeys');

/**
 * Returns the API Gateway key that meters a request: the credential's own, or one that it shares with others. API Gateway holds
 * 10,000 keys an account and region, so not everyone can have one. Callers without a credential share another: a flood of
 * theirs is not counted with people who are signed in.
 */
export function usageKeyFor(credential: Credential | { readonly rejection: Rejection }): string {
  if ('usageKey' in credential && credential.usageKey !== null) return credential.usageKey;
  // Stages listed several before one was found to do as well: while one of them is deployed, its list may still be there.
  return ('rejection' in credential ? anonymousKeys() : pooledKeys()).split(',', 1).join();
}
