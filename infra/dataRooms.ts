import { environmentNames } from '../shared/environment.ts';

/**
 * The functions of `shared/data`, on a table. It reads the table's name from the environment when it is loaded, and the SDK
 * its endpoint and credentials: set those before. A process has one table.
 */
export async function loadData(tableName: string) {
  process.env[environmentNames.tableName] = tableName;
  const [commit, ids, apiKeys, callers, membership, organizations, policies, sessions] = await Promise.all([
    import('../shared/data/commit.ts'),
    import('../shared/data/ids.ts'),
    import('../shared/data/apiKeys.ts'),
    import('../shared/data/callers.ts'),
    import('../shared/data/membership.ts'),
    import('../shared/data/organizations.ts'),
    import('../shared/data/policies.ts'),
    import('../shared/data/sessions.ts'),
  ]);
  return {
    ...commit,
    ...ids,
    ...apiKeys,
    ...callers,
    ...membership,
    ...organizations,
    ...policies,
    ...sessions,
  };
}
