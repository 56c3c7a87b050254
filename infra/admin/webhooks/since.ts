import type { Since } from '../arguments.ts';
import { Refusal } from '../refusal.ts';

/** Epoch milliseconds. Throws a Refusal that names the parameter unless it has been. */
export function sinceTime(parameter: string, since: Since, now: number): number {
  const at = 'at' in since ? since.at : now - since.agoMilliseconds;
  if (at > now) throw new Refusal(`${parameter} must lie in the past.`);
  return at;
}
