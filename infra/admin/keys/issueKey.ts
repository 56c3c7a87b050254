import { withoutAnswer } from '../../../shared/acts/answering.ts';
import * as acts from '../../../shared/acts/issueKey.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { ownerOf } from '../../../shared/acts/revokeKey.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { generateApiKey, hashSecret } from '../../../shared/credentials/apiKeys.ts';
import { type ApiKeyItem, newApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference, Moment } from '../commandLine/arguments.ts';
import { existingCaller, existingMember, requireNotDisabled } from '../commandLine/lookups.ts';
import { recordsOfUnboundKey } from '../commandLine/recording.ts';
import { Refusal } from '../commandLine/refusal.ts';
import type { Stage } from '../stage/stage.ts';
import { expiryOf, keyBlanks, latestEnd, presentKey } from './keyRecords.ts';
import { undoing } from './usageKeys.ts';

interface IssueOptions {
  readonly name: string;
  readonly organization?: OrganizationId;
  readonly permissions?: Permission[];
  readonly expires?: Moment;
}

/** Issues a key and prints it. The whole key is shown only this once. */
export async function issueKey(
  { stage, output, now }: Admin,
  reference: CallerReference,
  options: IssueOptions,
): Promise<void> {
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

  output.record({ api_key: text, ...presentKey(issued, stage, now) }, keyBlanks);
  output.note('The API key above is shown only this once: store it now. The service keeps a hash of it.');
  if (stage.usageKeys !== null && issued.usage_key === null)
    output.note(
      'This AWS account has the largest allowed number of API Gateway keys, so this key shares one with other keys.',
    );
}

/**
 * Stores a key. Its API Gateway key is created first: if a record names an API Gateway key that is missing, API Gateway refuses every
 * request with the key. Deletes the API Gateway key if the record cannot be written.
 */
export async function storeKey(
  { usageKeys, longestKeyLifeDays }: Stage,
  apiKey: ApiKeyItem,
): Promise<ApiKeyItem> {
  const usage_key = (await usageKeys?.create(apiKey)) ?? null;
  const complete = { ...apiKey, usage_key };
  await undoing(
    async () => {
      const make = async () => ({ apiKey: complete, owner: await ownerOf(complete) });
      const recordsOfUnbound = recordsOfUnboundKey('api_key.created');
      const outcome = await acts.issueKey(
        { make, by: operator, longestLifeDays: longestKeyLifeDays, now: Date.now(), recordsOfUnbound },
        withoutAnswer,
      );
      accepted(outcome, { too_many: () => new Refusal('The owner has the largest allowed number of keys.') });
    },
    async () => {
      if (usage_key) await usageKeys?.delete(usage_key.id);
    },
    `API Gateway key ${usage_key?.id}`,
  );
  return complete;
}
