import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { objectPrefixes } from '../../../shared/files/prefixes.ts';
import { query } from '../account.ts';
import { type Rehearsal, stackName } from '../rehearsal.ts';

const decision = z.object({
  principal: z.nullable(z.string()),
  action: z.string(),
  resource: z.string(),
  allowed: z.boolean(),
});
type Decision = z.infer<typeof decision>;
const some = z.union([z.string(), z.array(z.string())]);
const policy = z.object({ Statement: z.array(z.looseObject({ Action: some, Resource: some })) });

/** Actions that no function calls itself. The emulator writes logs and polls queues without these permissions, and does not trace. */
const ofThePlatform =
  /^(logs|xray):|^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes|ChangeMessageVisibility)$/;

const roleOf = (principal: string | null): string =>
  /:assumed-role\/([^/]+)/.exec(principal ?? '')?.[1] ?? '';

/** Throws if IAM refused a request of a role of the stage. Writes granted but unused permissions to a file in the logs. */
export async function comparePermissions(rehearsal: Rehearsal): Promise<string> {
  const lines = (await readFile(rehearsal.decisions, 'utf8')).trim().split('\n');
  const asked = [...new Set(lines)].map((line) => z.parse(decision, JSON.parse(line)));
  const ofRole = Map.groupBy(asked, ({ principal }) => roleOf(principal));
  const granted = (await grants()).filter(({ action }) => !ofThePlatform.test(action));
  const unused = granted.filter(
    ({ role, action, resource }) =>
      !ofRole.get(role)?.some((one) => one.action === action && matches(resource, one.resource)),
  );
  await writeFile(
    join(rehearsal.logs, 'granted-and-not-asked-for.txt'),
    unused.map(({ role, action, resource }) => `${role} ${action} ${resource}\n`).join(''),
  );
  // The conformance tests also try to read and delete with a presigned URL that is only for a PUT. These refusals are expected.
  const signer = granted.find(
    ({ action, resource }) => action === 's3:PutObject' && resource.endsWith(`/${objectPrefixes.direct}*`),
  );
  const isMeant = ({ principal, action, resource }: Decision): boolean =>
    roleOf(principal) === signer?.role &&
    /^s3:(Get|Delete)Object$/.test(action) &&
    matches(signer.resource, resource);
  const refused = asked.filter(
    (one) => !one.allowed && one.principal?.includes(`/${stackName}-`) && !isMeant(one),
  );
  if (refused.length > 0)
    throw new Error(
      refused.map((one) => `Refused: ${one.principal} ${one.action} ${one.resource}`).join('\n'),
    );
  return `none is refused; of ${granted.length} granted ones, ${granted.length - unused.length} were asked for`;
}

/** Returns every action that a role of the stack may take, each with its resource, as IAM reports them. */
async function grants() {
  const roles = await query('iam', { Action: 'GetAccountAuthorizationDetails', 'Filter.member.1': 'Role' });
  return roles.split('<RoleName>').flatMap((xml) => {
    const [role = ''] = xml.split('</RoleName>');
    if (!role.startsWith(stackName)) return [];
    return [...xml.matchAll(/<PolicyDocument>([^<]+)</g)].flatMap(([, document = '']) =>
      z
        .parse(policy, JSON.parse(decodeURIComponent(document)))
        .Statement.flatMap(({ Action, Resource }) =>
          [Action]
            .flat()
            .flatMap((action) => [Resource].flat().map((resource) => ({ role, action, resource }))),
        ),
    );
  });
}

const matches = (pattern: string, arn: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[^\w-]/g, '\\$&'))
      .join('.*')}$`,
  ).test(arn);
