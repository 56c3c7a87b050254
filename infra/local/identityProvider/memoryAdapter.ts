import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/** All stored objects, by model and id. A process has one provider. */
const kept = new Map<string, Kept>();

/** The provider's memory, which is lost when the process ends. */
export class MemoryAdapter implements Adapter {
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<undefined> {
    for (const [key, { expiresAt }] of kept) if (expiresAt <= Date.now()) kept.delete(key);
    const expiresAt = Date.now() + (expiresInSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    kept.set(this.#key(id), { payload, expiresAt });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = kept.get(this.#key(id));
    return found && found.expiresAt > Date.now() ? found.payload : undefined;
  }

  findByUid = async (uid: string) => this.#findBy((payload) => payload.uid === uid);
  findByUserCode = async (userCode: string) => this.#findBy((payload) => payload.userCode === userCode);

  async consume(id: string): Promise<undefined> {
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<undefined> {
    kept.delete(this.#key(id));
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    for (const [key, { payload }] of kept)
      if (key.startsWith(`${this.#model}:`) && payload.grantId === grantId) kept.delete(key);
  }

  #key(id: string): string {
    return `${this.#model}:${id}`;
  }

  #findBy(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload, expiresAt }] of kept)
      if (key.startsWith(`${this.#model}:`) && expiresAt > Date.now() && matches(payload)) return payload;
    return undefined;
  }
}
