import type { Rehearsal } from '../rehearsal.ts';

/** Everything is as a reader gets it who follows infra/README.md. */
export async function deploy(rehearsal: Rehearsal): Promise<string> {
  await rehearsal.deploy(await rehearsal.synthesize('defaults'));
  return rehearsal.output('ApiUrl');
}
