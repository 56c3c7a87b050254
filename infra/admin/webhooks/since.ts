import type { Moment } from '../arguments.ts';
import { Refusal } from '../refusal.ts';

/** Epoch milliseconds. Throws a Refusal that names the parameter unless it has been. */
export function sinceTime(parameter: string, since: Moment, now: number): number {
  const at = since(now);
  if (at > now) throw new Refusal(`${parameter} must lie in the past.`);
  return at;
}
