import { randomBytes } from 'node:crypto';
import { oldestAt } from '../../../shared/data/callers/apiKeys.ts';
import { localStaffDomain, newActors, storeActors } from '../../local/actors.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { storeKey } from '../keys/issueKey.ts';
import { completePrepared, writePrepared } from './preparedFile.ts';

/** The life of all credentials. A session cannot live longer. */
const lifeMilliseconds = 7 * 24 * 3_600_000;

/**
 * Creates the actors of the tests. The ids of the actors are written to the file first, so that `conformance remove` finds the actors after
 * a failure.
 */
export async function prepare(
  { stage, output, now }: Admin,
  { output: file }: { output: string },
): Promise<void> {
  const [staffDomain] = stage.staffEmailDomains;
  if (staffDomain === undefined)
    throw new Refusal(
      'The conformance tests need service staff, but this stage has no staffEmailDomains. Deploy it with: -c staffEmailDomains=staff.example.com',
    );
  if (stage.staffEmails.length > 0)
    throw new Refusal(
      'The conformance tests need service staff of their own, but this stage lists its staff in staffEmails. Test a stage without it.',
    );
  const run = `conformance-${randomBytes(6).toString('hex')}`;
  const actors = newActors(({ email }) => {
    const [name, domain] = email.split('@');
    return `${name}-${run}@${domain === localStaffDomain ? staffDomain : domain}`;
  });
  await writePrepared(
    file,
    stage.baseUrl,
    Object.values(actors).map(({ id }) => id),
  );
  try {
    const credentials = await storeActors(actors, {
      ...stage,
      keyName: run,
      storeKey: (apiKey) => {
        const end = Math.min(now + lifeMilliseconds, oldestAt(apiKey, stage.longestKeyLifeDays));
        return storeKey(stage, { ...apiKey, expires_at: new Date(end).toISOString() });
      },
    });
    await completePrepared(file, credentials);
    output.record({ file, organization_id: credentials.organization_id, people: run });
    output.note(`Test the stage with: npm run conformance -- --credentials ${file}`);
  } catch (error) {
    output.note(`Some of them could not be created. Remove the others with: conformance remove ${file}`);
    throw error;
  }
}
