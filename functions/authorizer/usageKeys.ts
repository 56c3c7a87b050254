import type { Rejection } from '../../shared/access/principal.ts';
import { environment } from '../../shared/runtime/environment.ts';
import type { Credential } from './credentials.ts';

const pooledKeys = environment('pooledUsageKeys');
const anonymousKeys = environment('anonymousUsageKeys');

/**
 * Returns the API Gateway key that meters a request: the credential's own key or a shared key. Not every credential has a key, because API
 * Gateway allows 10,000 keys per account and region. Callers without a credential share another key, so that many such requests do not use
 * up the quota of signed-in people.
 */
export function usageKeyFor(credential: Credential | { readonly rejection: Rejection }): string {
  if ('usageKey' in credential && credential.usageKey !== null) return credential.usageKey;
  // Earlier releases stored a list of API Gateway keys. During a deployment, the variable may still have such a list.
  return ('rejection' in credential ? anonymousKeys() : pooledKeys()).split(',', 1).join();
}
