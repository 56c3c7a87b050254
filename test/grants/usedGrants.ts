import { relative } from 'node:path';
import type { Grant } from '../../infra/host/iam/grants.ts';

/** What differs between accounts and stages, and the hashes that CDK puts after names: nobody reads them. */
const accident = /arn:aws:[^:]*:[^:]*:\d*:|documentgovernance-local-|(?<=[a-z])[0-9a-f]{8}(?![0-9a-z-])/gi;

/** Returns what a grant is called in the table, such as `createDocument dynamodb:PutItem table/DataTable DOC#*`. */
export const nameOf = (grant: Grant): string => grant.replace(accident, '');

/** Begins the lines that name the test file to which the lines after them belong. */
export const fileMarker = 'file ';

/** Reads what a run has recorded. Returns the names of the grants that each file used. */
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

/** One may use a grant and not notice that it is gone, as what sends a message that is sent again later. */
const filesAGrant = 3;

/**
 * Returns the files that stand for each grant. Those that stood for it before and still use it, or did not run, stay, so that the
 * table changes with the service only; else they are the first that use it.
 *
 * @param used by file, those first that are better to have
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
