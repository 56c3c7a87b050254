import { readFirst } from '../client.ts';
import type { Rehearsal } from '../rehearsal.ts';
import { tested } from '../testedSettings.ts';

/** Deploys new settings. Expects that the data is still there, and that the settings apply. */
export async function update(rehearsal: Rehearsal): Promise<string> {
  const before = await readFirst(rehearsal);
  await rehearsal.deploy(await rehearsal.synthesize('tested', tested));
  const after = await readFirst(rehearsal);
  if (after !== Number(tested.rateLimitRequests))
    throw new Error(`The stage allows ${after} requests a minute after the update, and ${before} before`);
  return `${before} requests a minute became ${after}`;
}
