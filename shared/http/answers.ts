import {
  type AnswerItem,
  createAnswer,
  getAnswer,
  getShownSecret,
  type IdempotencyKey,
} from '../data/answers.ts';
import type { Bookkeeping } from '../data/commit.ts';
import { sha256Of } from '../sha256.ts';
import { idempotencyKeyHeader, wrongKey } from './idempotencyKey.ts';
import type { Principal } from './principal.ts';

/** Encrypts and decrypts a secret that is kept to be shown again; `name` stands for the key of the request, in 64 hexadecimal digits. */
export interface ShownSecrets {
  encrypt(secret: string, name: string): Promise<string>;
  decrypt(ciphertext: string, name: string): Promise<string>;
}

/** The fields of an operation's answers that are not stored as they are. */
interface Withheld {
  /** The field that is shown once, and what keeps it meanwhile. */
  readonly secret?: { readonly field: string; readonly store: ShownSecrets } | undefined;
  /** The field that expires. */
  readonly expiring?: string | undefined;
}

export type KeyedRequest = ReturnType<typeof keyedRequest>;

/**
 * Returns what finds and keeps the first answer to a request with an `Idempotency-Key`.
 *
 * @param used the key
 * @param fingerprint of the request
 */
export function keyedRequest(
  used: IdempotencyKey,
  { credential, permissions }: Principal,
  fingerprint: string,
  { secret, expiring }: Withheld,
) {
  const { user_id, organization_id, key } = used;
  /** The name of the key in encryption contexts, which logs of KMS hold in plain text. */
  const name = () => sha256Of(JSON.stringify([user_id, organization_id, key]));

  const encrypted = async ({ field, store }: NonNullable<Withheld['secret']>, body: unknown) => ({
    ciphertext: await store.encrypt(String(Object(body)[field]), name()),
    credential,
    permissions,
  });

  /** A secret is shown to the credential that it was shown to, or to one that may do as much. */
  const shownAgain = async (store: ShownSecrets): Promise<string | undefined> => {
    const found = await getShownSecret(used, nowSeconds());
    if (!found) return undefined;
    const may = (permission: string) => permissions.some((one) => one === permission);
    return credential === found.credential || found.permissions.every(may)
      ? store.decrypt(found.ciphertext, name())
      : undefined;
  };

  return {
    /** Returns the answer that the request, or one at the same time, was given. */
    find: (): Promise<AnswerItem | undefined> => getAnswer(used, nowSeconds()),

    /** Returns the writes that keep an answer, to be committed with what it tells of. They conflict when there is one. */
    async keep(body: unknown): Promise<Bookkeeping[]> {
      const absent = [secret?.field, expiring].flatMap((field) =>
        field === undefined ? [] : [[field, null]],
      );
      const kept =
        body === undefined ? null : JSON.stringify({ ...Object(body), ...Object.fromEntries(absent) });
      return createAnswer(
        used,
        { fingerprint, body: kept, secret: secret && (await encrypted(secret, body)) },
        nowSeconds(),
      );
    },

    /**
     * Returns the body of an answer that was kept: with its secret if that may be shown, without the field if not, and null where
     * something expires. Throws when the key was sent with another request.
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
