import { randomBytes } from 'node:crypto';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  LimitExceededException,
  NotFoundException,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import type { ApiKeyItem } from '../../../shared/data/callers/apiKeys.ts';
import { stackNameOf } from '../../stage/stackName.ts';
import { Refusal } from '../commandLine/refusal.ts';

type UsageKey = NonNullable<ApiKeyItem['usage_key']>;

/** The API Gateway keys that meter credentials: one key for each credential. Clients never see or send these keys. */
export interface UsageKeys {
  /**
   * Creates an API Gateway key for the credential, in the stage's usage plan. Returns null when the account has the largest allowed
   * number of these keys. Leaves nothing behind when it throws.
   */
  create(credential: { readonly uuid: string; readonly owner_id: string }): Promise<UsageKey | null>;
  /** Does nothing for a key that is already gone. */
  delete(id: string): Promise<void>;
}

/** The tag that marks the API Gateway keys of a stage among all API Gateway keys of the account. */
const stageTag = 'document-governance:stage';

/** Deletes all API Gateway keys of a stage, and returns their number. */
export async function deleteUsageKeysOf(stage: string): Promise<number> {
  // API Gateway deletes five keys a second. The client slows down and repeats refused requests.
  const apiGateway = new APIGatewayClient({ retryMode: 'adaptive', maxAttempts: 10 });
  const ids: string[] = [];
  const nameQuery = `${stackNameOf({ stage })}-`;
  for await (const { items = [] } of paginateGetApiKeys({ client: apiGateway, pageSize: 500 }, { nameQuery }))
    for (const { id, tags } of items) if (id && tags?.[stageTag] === stage) ids.push(id);
  for (const id of ids) await deleteKey(apiGateway, id);
  return ids.length;
}

const deleteKey = (apiGateway: APIGatewayClient, id: string): Promise<void> =>
  apiGateway.send(new DeleteApiKeyCommand({ apiKey: id })).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error;
    },
  );

export function usageKeysOf({
  stage,
  usagePlanId,
}: {
  readonly stage: string;
  readonly usagePlanId: string;
}): UsageKeys {
  const apiGateway = new APIGatewayClient();
  return {
    delete: (id) => deleteKey(apiGateway, id),
    async create({ uuid, owner_id }) {
      // A value has 20 to 128 characters (API Gateway, CreateApiKey). AWS keeps the value in plain text, so the value is not derived from
      // the secret.
      const value = randomBytes(24).toString('hex');
      const key = await apiGateway
        .send(
          new CreateApiKeyCommand({
            name: `${stackNameOf({ stage })}-${uuid}`,
            description: `Meters an API key of ${owner_id}`,
            enabled: true,
            value,
            tags: { [stageTag]: stage, 'document-governance:api-key': uuid },
          }),
        )
        .catch((error: unknown) => {
          if (error instanceof LimitExceededException) return null;
          throw error;
        });
      if (key === null) return null;
      const id = key.id ?? '';
      await undoing(
        () => apiGateway.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' })),
        () => deleteKey(apiGateway, id),
        `API Gateway key ${id}`,
      );
      return { id, value };
    },
  };
}

/**
 * Runs `step`. If `step` fails, runs `undo`. If `undo` fails too, throws a Refusal that tells the operator to delete the object `what`.
 */
export async function undoing<T>(
  step: () => Promise<T>,
  undo: () => Promise<void>,
  what: string,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await undo().catch((reason: unknown) => {
      throw new Refusal(
        `${error}. Nothing was issued, but the ${what} is left over. Delete it. The command could not delete it: ${reason}`,
      );
    });
    throw error;
  }
}

/** The quota of API Gateway keys per account and region. This quota cannot be raised. */
export const mostUsageKeys = 10_000;

/** Counts all API Gateway keys of the account in this region, including the keys of other stages and services. */
export async function countUsageKeys(): Promise<number> {
  const client = new APIGatewayClient();
  let count = 0;
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: 500 }, {})) count += items.length;
  return count;
}
