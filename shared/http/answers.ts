import type { Principal } from '../access/principal.ts';
import { idempotencyKeyHeader } from '../contract/headers.ts';
import {
  type AnswerItem,
  createAnswer,
  getAnswer,
  getShownSecret,
  type IdempotencyKey,
} from '../data/callers/answers.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { sha256Of } from '../text/sha256.ts';
import { wrongKey } from './idempotencyKey.ts';

/** Encrypts and decrypts a secret that a replay shows again. `name` is a hash of the idempotency key, in 64 hexadecimal digits. */
export interface ShownSecrets {
  encrypt(secret: string, name: string): Promise<string>;
  decrypt(ciphertext: string, name: string): Promise<string>;
}

/** The fields that are not stored with an operation's answers. */
interface Withheld {
  /** The field that is shown once, and the store that encrypts it. */
  readonly secret?: { readonly field: string; readonly store: ShownSecrets } | undefined;
  readonly expiring?: string | undefined;
}

export type KeyedRequest = ReturnType<typeof keyedRequest>;

/**
 * Returns the functions that find, store and replay the first answer to a request with an `Idempotency-Key`.
 *
 * @param used the key, with its user and organization
 * @param fingerprint of the request
 */
export function keyedRequest(
  used: IdempotencyKey,
  { credential, permissions }: Principal,
  fingerprint: string,
  { secret, expiring }: Withheld,
) {
  const { user_id, organization_id, key } = used;
  /** Returns a hash that stands for the key in encryption contexts, because KMS logs these contexts in plain text. */
  const name = () => sha256Of(JSON.stringify([user_id, organization_id, key]));

  const encrypted = async ({ field, store }: NonNullable<Withheld['secret']>, body: unknown) => ({
    ciphertext: await store.encrypt(String(Object(body)[field]), name()),
    credential,
    permissions,
  });

  /** Returns the secret only if the credential is the same as at the first request, or has all permissions of that credential. */
  const shownAgain = async (store: ShownSecrets): Promise<string | undefined> => {
    const found = await getShownSecret(used, nowSeconds());
    if (!found) return undefined;
    const may = (permission: string) => permissions.some((one) => one === permission);
    return credential === found.credential || found.permissions.every(may)
      ? store.decrypt(found.ciphertext, name())
      : undefined;
  };

  return {
    /** Returns the answer to the first request with the key; undefined if there is none. */
    find: (): Promise<AnswerItem | undefined> => getAnswer(used, nowSeconds()),

    /** Returns the writes that store an answer. Commit them with the change. They conflict if the key has an answer already. */
    async keep(body: unknown, isExisting = false): Promise<Bookkeeping[]> {
      const absent = [secret?.field, expiring].flatMap((field) =>
        field === undefined ? [] : [[field, null]],
      );
      const kept =
        body === undefined ? null : JSON.stringify({ ...Object(body), ...Object.fromEntries(absent) });
      return createAnswer(
        used,
        {
          ...{ fingerprint, body: kept, secret: secret && (await encrypted(secret, body)) },
          ...(isExisting && { is_existing: true as const }),
        },
        nowSeconds(),
      );
    },

    /**
     * Returns the body of a stored answer. A secret that may not be shown again is left out, and a field that expires is null. Throws
     * when the key was sent with another request.
     */
    async replay(answer: AnswerItem): Promise<unknown> {
      if (answer.fingerprint !== fingerprint)
        throw wrongKey(
          'idempotency_key_reused',
          `${idempotencyKeyHeader} was sent with another request in the last 24 hours. Choose a key for each.`,
        );
      if (answer.body === null) return undefined;
      const kept: Record<string, unknown> = JSON.parse(answer.body);
      if (!secret) return kept;
      const { [secret.field]: _none, ...without } = kept;
      const shown = await shownAgain(secret.store);
      return shown === undefined ? without : { ...kept, [secret.field]: shown };
    },
  };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
