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

/** What an operation's answers hold that is not simply kept. */
export interface Withheld {
  /** The field that is shown once, and what keeps it meanwhile. */
  readonly secret?: { readonly field: string; readonly store: ShownSecrets } | undefined;
  /** The field that expires. */
  readonly expiring?: string | undefined;
}

/** A request with an `Idempotency-Key`, by which its first answer is kept and found. */
export class KeyedRequest {
  readonly #used: IdempotencyKey;
  readonly #principal: Principal;
  readonly #fingerprint: string;
  readonly #withheld: Withheld;

  constructor(used: IdempotencyKey, principal: Principal, fingerprint: string, withheld: Withheld) {
    this.#used = used;
    this.#principal = principal;
    this.#fingerprint = fingerprint;
    this.#withheld = withheld;
  }

  /** Returns the answer that the request, or one at the same time, was given. */
  find(): Promise<AnswerItem | undefined> {
    return getAnswer(this.#used, nowSeconds());
  }

  /** Returns the writes that keep an answer, to be committed with what it tells of. They conflict when there is one. */
  async keep(body: unknown): Promise<Bookkeeping[]> {
    const { secret, expiring } = this.#withheld;
    const absent = [secret?.field, expiring].flatMap((field) => (field === undefined ? [] : [[field, null]]));
    const kept =
      body === undefined ? null : JSON.stringify({ ...Object(body), ...Object.fromEntries(absent) });
    return createAnswer(
      this.#used,
      { fingerprint: this.#fingerprint, body: kept, secret: secret && (await this.#encrypted(secret, body)) },
      nowSeconds(),
    );
  }

  async #encrypted({ field, store }: NonNullable<Withheld['secret']>, body: unknown) {
    const { credential, permissions } = this.#principal;
    return {
      ciphertext: await store.encrypt(String(Object(body)[field]), this.#name),
      credential,
      permissions,
    };
  }

  /**
   * Returns the body of an answer that was kept: with its secret if that may be shown, without the field if not, and null where
   * something expires. Throws when the key was sent with another request.
   */
  async replay({ fingerprint, body }: AnswerItem): Promise<unknown> {
    if (fingerprint !== this.#fingerprint)
      throw wrongKey(
        'idempotency_key_reused',
        `${idempotencyKeyHeader} was sent with another request in the last 24 hours. Choose a key for each.`,
      );
    if (body === null) return undefined;
    const kept: Record<string, unknown> = JSON.parse(body);
    const { secret } = this.#withheld;
    if (!secret) return kept;
    const { [secret.field]: _none, ...without } = kept;
    const shown = await this.#shownAgain(secret.store);
    return shown === undefined ? without : { ...kept, [secret.field]: shown };
  }

  /** A secret is shown to the credential that it was shown to, or to one that may do as much. */
  async #shownAgain(store: ShownSecrets): Promise<string | undefined> {
    const found = await getShownSecret(this.#used, nowSeconds());
    if (!found) return undefined;
    const { credential, permissions } = this.#principal;
    const may = (permission: string) => permissions.some((one) => one === permission);
    return credential === found.credential || found.permissions.every(may)
      ? store.decrypt(found.ciphertext, this.#name)
      : undefined;
  }

  /** The name of the key in encryption contexts, which logs of KMS hold in plain text. */
  get #name(): string {
    const { user_id, organization_id, key } = this.#used;
    return sha256Of(JSON.stringify([user_id, organization_id, key]));
  }
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
