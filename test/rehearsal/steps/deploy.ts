import type { Rehearsal } from '../rehearsal.ts';

/** Deploys as a reader of infra/README.md would, without settings. */
export async function deploy(rehearsal: Rehearsal): Promise<string> {
  await rehearsal.deploy(await rehearsal.synthesize('defaults'));
  return rehearsal.output('ApiUrl');
}
