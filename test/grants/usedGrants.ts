import { relative } from 'node:path';
import type { Grant } from 'assembly-host/iam/grants';

/**
 * The parts of a recorded grant that the table leaves out: parts that differ between accounts and stages, and hashes that the CDK adds to
 * names.
 */
const accident = /arn:aws:[^:]*:[^:]*:\d*:|documentgovernance-local-|(?<=[a-z])[0-9a-f]{8}(?![0-9a-z-])/gi;

/** Returns the name of a grant in the table, such as `createDocument dynamodb:PutItem table/DataTable DOC#*`. */
export const nameOf = (grant: Grant): string => grant.replace(accident, '');

/** The start of a line with a test file. The following lines belong to this file. */
export const fileMarker = 'file ';

/** Reads the record of a run. Returns the names of the grants that each file used. */
export function usedGrants(recorded: string, repository: string): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  let current = new Set<string>();
  for (const line of recorded.split('\n')) {
    if (line.startsWith(fileMarker)) {
      const file = relative(repository, line.slice(fileMarker.length));
      current = used.get(file) ?? new Set();
      used.set(file, current);
    } else if (line !== '') current.add(nameOf(line));
  }
  return used;
}

/**
 * The number of files for a grant. One file is not enough: a test may use a grant and still pass without the grant. For example, a message
 * that cannot be sent is sent again later.
 */
const filesAGrant = 3;

/**
 * Returns the files for each grant. A file in the table stays there if it still uses the grant, or did not run. So the table changes only
 * with the service. A grant without such a file gets the first files that use it.
 *
 * @param used the grants that each file used, preferred files first
 */
export function chooseFiles(
  grants: Iterable<string>,
  before: Readonly<Record<string, readonly string[]>>,
  used: ReadonlyMap<string, ReadonlySet<string>>,
): Record<string, readonly string[]> {
  const chosen: Record<string, readonly string[]> = {};
  for (const grant of grants) {
    const kept = (before[grant] ?? []).filter((file) => used.get(file)?.has(grant) ?? true);
    const users = [...used].filter(([, names]) => names.has(grant)).map(([file]) => file);
    const files = kept.length > 0 ? kept : users.slice(0, filesAGrant);
    if (files.length > 0) chosen[grant] = files;
  }
  return chosen;
}
