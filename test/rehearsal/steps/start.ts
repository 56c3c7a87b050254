import { startEmulator } from '../emulator.ts';
import { startFront } from '../front.ts';
import type { Rehearsal } from '../rehearsal.ts';

export async function start(rehearsal: Rehearsal): Promise<string> {
  rehearsal.running.push(await startEmulator(rehearsal), await startFront(rehearsal.tls));
  return 'IAM is enforced';
}
