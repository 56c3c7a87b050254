import { accountId, region } from '../account.ts';
import type { Rehearsal } from '../rehearsal.ts';

export async function bootstrap({ cdk }: Rehearsal): Promise<string> {
  await cdk('bootstrap', `aws://${accountId}/${region}`);
  return `${accountId}, ${region}`;
}
