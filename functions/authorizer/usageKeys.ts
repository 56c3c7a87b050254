import { createHash } from 'node:crypto';
import { environment } from '../../shared/environment.ts';
import type { Rejection } from '../../shared/http/principal.ts';
import type { Credential } from './credentials.ts';

const pooledKeys = environment('pooledUsageKeys');
const anonymousKeys = environment('anonymousUsageKeys');

/**
 * Returns the API Gateway key that meters a request: the credential's own, or one of a pool that it shares with others,
 * always the same. API Gateway holds 10,000 keys an account and region, so not everyone can have one. Callers without a
 * credential have pools of their own: a flood of theirs takes nothing from people who are signed in.
 */
export function usageKeyFor(
  credential: Credential | { readonly rejection: Rejection },
  counted: string,
): string {
  if ('usageKey' in credential && credential.usageKey !== null) return credential.usageKey;
  const hash = createHash('sha256').update(counted).digest().readUInt32BE();
  const pool = ('rejection' in credential ? anonymousKeys() : pooledKeys()).split(',');
  return pool[hash % pool.length] ?? '';
}
