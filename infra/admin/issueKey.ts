import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { type ApiKeyItem, newApiKey } from '../../shared/data/apiKeys.ts';
import { commitIssued } from '../../shared/events/apiKeys.ts';
import { generateApiKey, hashSecret } from '../../shared/http/apiKeys.ts';
import type { Admin } from './admin.ts';
import type { CallerReference, Moment } from './arguments.ts';
import { expiryOf, keyBlanks, latestEnd, presentKey } from './keyRecords.ts';
import { existingCaller, existingMember, requireNotDisabled } from './lookups.ts';
import { actsOnUnboundKey } from './recording.ts';
import type { Stage } from './stage.ts';
import { undoing } from './usageKeys.ts';

export interface IssueOptions {
  readonly name: string;
  readonly organization?: OrganizationId;
  readonly permissions?: Permission[];
  readonly expires?: Moment;
}

/** Issues a key and prints it, the only time it is seen whole. */
export async function issueKey(
  admin: Admin,
  reference: CallerReference,
  options: IssueOptions,
): Promise<void> {
  const now = admin.now();
  const stage = await admin.connect();
  const created_at = new Date(now).toISOString();
  const when = options.expires ?? latestEnd({ created_at }, stage);
  const expires_at = expiryOf({ parameter: '--expires', when, created_at }, stage, now);
  const owner = requireNotDisabled(await existingCaller(reference));
  const organization_id = options.organization ?? owner.current_organization_id;
  const bound = organization_id === null ? undefined : await existingMember(owner, organization_id);

  const { uuid, secret, text } = generateApiKey(stage.keyEnvironment);
  const given = {
    uuid,
    secret_hash: hashSecret(secret),
    name: options.name,
    owner_id: owner.id,
    organization_id,
    ...(bound && { member_since: bound.member.joined_at }),
    permissions: options.permissions ?? null,
    expires_at,
  };
  const issued = await storeKey(stage, newApiKey(given, now));

  const output = admin.output();
  output.record({ api_key: text, ...presentKey(issued, stage, now) }, keyBlanks);
  output.note('The API key above is shown only this once: store it now. The service keeps a hash of it.');
  if (stage.usageKeys !== null && issued.usage_key === null)
    output.note(
      'This AWS account holds as many API Gateway keys as it may, so the key is metered together with others.',
    );
}

/**
 * The API Gateway key comes first: a record that named one which is not there would have every request refused. If the
 * record cannot be written, the API Gateway key goes again.
 */
export async function storeKey({ usageKeys }: Stage, apiKey: ApiKeyItem): Promise<ApiKeyItem> {
  const usage_key = (await usageKeys?.create(apiKey)) ?? null;
  const complete = { ...apiKey, usage_key };
  await undoing(
    async () => commitIssued(complete, await actsOnUnboundKey('api_key.created', complete)),
    async () => {
      if (usage_key) await usageKeys?.delete(usage_key.id);
    },
    `API Gateway key ${usage_key?.id}`,
  );
  return complete;
}
