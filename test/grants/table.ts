import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Grant, grantsOf } from 'assembly-host/iam/grants';
import { readStack } from 'assembly-host/template/stack';
import { assemble } from '../../infra/local/assemble.ts';
import { untested } from './untested.ts';
import { nameOf } from './usedGrants.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Test files that need a grant, by the grant's name. */
export type GrantTable = Readonly<Record<string, readonly string[]>>;

const path = fileURLToPath(new URL('table.json', import.meta.url));

export const readTable = (): GrantTable => JSON.parse(readFileSync(path, 'utf8'));

export const writeTable = (table: GrantTable): void =>
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(Object.entries(table).sort()), null, 2)}\n`);

/** Returns every grant that a function of the local stage has, by its name. */
export async function allGrants(): Promise<Map<string, Grant>> {
  const [baseUrl, queueEndpoint] = ['http://localhost', 'http://localhost:1'];
  const options = { region: 'us-east-1', baseUrl, queueEndpoint, searchEndpoint: 'http://localhost:2' };
  const { functions, roles } = readStack(await assemble(), options);
  const statements = new Map(roles.map((role) => [role.arn, [...role.statements, ...role.dataAccess]]));
  const grants = functions.flatMap(({ label, roleArn }) =>
    (statements.get(roleArn) ?? []).flatMap((statement) => grantsOf(label, statement)),
  );
  return new Map(grants.map((grant) => [nameOf(grant), grant]));
}

/** Returns the grants that a test must need. */
export const testedGrants = async (): Promise<Map<string, Grant>> =>
  new Map([...(await allGrants())].filter(([name]) => !(name in untested)));
