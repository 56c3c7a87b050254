import type { Principal } from '../access/principal.ts';
import type { JsonBody, OperationContract, ResponseOf } from '../contract/operation.ts';
import { type AnswerItem, getAnswer, type IdempotencyKey } from '../data/callers/answers.ts';
import { type Bookkeeping, writeBookkeeping } from '../data/table/commit.ts';
import { ConflictError } from '../data/table/conflict.ts';
import { type KeyedRequest, keyedRequest, type ShownSecrets } from './answers.ts';
import { fingerprintOf } from './fingerprint.ts';
import { jsonBody, type Middleware, type RequestContext } from './middleware.ts';
import { type OperationRequest, run } from './operation.ts';
import { parsedResponse } from './success.ts';

const committed: unique symbol = Symbol('committed');

/** A response that was committed with its change. Only a request's `answer` makes such a value. */
export interface CommittedResponse<R> {
  readonly [committed]: R;
  readonly body: unknown;
  /** The resource was there before (`existing` in the contract). */
  readonly isExisting: boolean;
}

/**
 * Answers a POST. `commitWith` gets the writes that store the response for requests with the same `Idempotency-Key`, and commits them
 * together with the change. Without a key there are no such writes. Default: only these writes are committed
 *
 * @param isExisting whether the resource was there before. Default: it was not
 */
export type Answer<R> = (
  response: R,
  commitWith?: (kept: readonly Bookkeeping[]) => Promise<unknown>,
  isExisting?: boolean,
) => Promise<CommittedResponse<R>>;

export interface PostRequest<C extends OperationContract> extends OperationRequest<C> {
  readonly answer: Answer<ResponseOf<C>>;
}
export type PostContract = OperationContract & { readonly method: 'POST' };

/** The functions that a contract needs for replays. */
type Replaying<C extends OperationContract> = GuardOf<C> & SecretsOf<C> & RenewalOf<C>;

/** A replay checks permissions too: `guard` applies the rules of the document or the room, unless it is gone. */
type GuardOf<C extends OperationContract> =
  C['path'] extends `${string}{${'document_id' | 'room_id'}}${string}`
    ? { readonly guard: (request: Pick<OperationRequest<C>, 'principal' | 'path'>) => Promise<unknown> }
    : unknown;
type SecretsOf<C extends OperationContract> = C['success'] extends { readonly shownOnce: object }
  ? { readonly secrets: ShownSecrets }
  : unknown;
/** Renews the expired field, which is null in the stored response. */
type RenewalOf<C extends OperationContract> = C['success'] extends { readonly expiring: string }
  ? { readonly renew: (kept: ResponseOf<C>, request: OperationRequest<C>) => Promise<ResponseOf<C>> }
  : unknown;

/** Empty when the contract needs nothing for replays. */
export type ReplayArguments<C extends OperationContract> =
  unknown extends Replaying<C> ? [] : [replaying: Replaying<C>];

/** `Replaying` of any contract. */
interface AnyReplaying {
  readonly guard?: (request: object) => Promise<unknown>;
  readonly secrets?: ShownSecrets;
  readonly renew?: (kept: unknown, request: object) => Promise<unknown>;
}

/**
 * Returns an `operation` that is a POST. With an `Idempotency-Key`, a repeated request gets the first success again, and nothing is done
 * twice.
 */
export const post = <const C extends PostContract & { readonly body: JsonBody | null }>(
  contract: C,
  handle: (request: PostRequest<C>) => Promise<CommittedResponse<ResponseOf<C>>>,
  ...replaying: ReplayArguments<C>
) => runOnce(contract, contract.body === null ? [] : [jsonBody], handle, ...replaying);

/** Returns a `post` with the given body parsers. */
export const runOnce = <C extends PostContract>(
  contract: C,
  bodyParser: Middleware[],
  handle: (request: PostRequest<C>, context: RequestContext) => Promise<CommittedResponse<ResponseOf<C>>>,
  ...[given]: ReplayArguments<C>
) => {
  // The contract's type requires these functions; TypeScript cannot infer this for a generic contract.
  const replaying = (given ?? {}) as AnyReplaying;
  return run(contract, [lookUp(contract), ...bodyParser], async (request, context, body) => {
    const carryOut = async (keyed?: KeyedRequest) => {
      const answered = await handle({ ...request, answer: committing(contract, keyed) }, context);
      context.isExisting = answered.isExisting;
      return answered.body;
    };
    const { principal, idempotencyKey: key, earlier } = context;
    if (key === undefined) return carryOut();

    const keyed = keyedRequest(
      usedBy(principal, contract, key),
      principal,
      fingerprintOf({
        method: contract.method,
        path: contract.path,
        parameters: request.path,
        query: request.query,
        body: contract.body === null ? undefined : body,
        file: context.form?.file,
      }),
      withheldBy(contract, replaying),
    );
    const replay = async (first: AnswerItem): Promise<unknown> => {
      await replaying.guard?.(request);
      const kept = await keyed.replay(first);
      const body = replaying.renew ? await replaying.renew(kept, request) : kept;
      context.replayed = true;
      context.isExisting = first.is_existing ?? false;
      return body;
    };

    const found = await earlier;
    if (found) return replay(found);
    try {
      return await carryOut(keyed);
    } catch (error) {
      // Another request with this key may have been faster, and its change may be the reason for this error.
      const first = error instanceof FasterRequest ? error.first : await keyed.find().catch(() => undefined);
      if (!first) throw error;
      return replay(first);
    }
  });
};

/** Thrown when another request with the same key was faster. */
class FasterRequest extends Error {
  override readonly name = 'FasterRequest';
  /** Its stored response. */
  readonly first: AnswerItem;

  constructor(first: AnswerItem) {
    super('a request with the same Idempotency-Key was faster');
    this.first = first;
  }
}

/** Returns a request's `answer`. */
const committing =
  <C extends PostContract>(contract: C, keyed: KeyedRequest | undefined): Answer<ResponseOf<C>> =>
  async (response, commitWith = writeBookkeeping, isExisting = false) => {
    const body = parsedResponse(contract, response);
    const result = { [committed]: response, body, isExisting };
    if (!keyed) {
      await commitWith([]);
      return result;
    }
    try {
      await commitWith(await keyed.keep(body, isExisting));
      return result;
    } catch (error) {
      const first = error instanceof ConflictError ? await keyed.find() : undefined;
      throw first ? new FasterRequest(first) : error;
    }
  };

/** Looks for the response to an earlier request with the key, while the body is parsed. */
const lookUp = (contract: PostContract): Middleware => ({
  before: ({ context }) => {
    const { principal, idempotencyKey: key } = context;
    if (key === undefined) return;
    context.earlier = getAnswer(usedBy(principal, contract, key), Math.floor(Date.now() / 1000));
    // When the body is refused first, nobody awaits the promise.
    context.earlier.catch(() => undefined);
  },
});

const usedBy = (
  { user, organization_id }: Principal,
  { idempotency }: PostContract,
  key: string,
): IdempotencyKey => ({
  user_id: user.id,
  organization_id: idempotency === 'of the person' ? null : organization_id,
  key,
});

function withheldBy({ success }: PostContract, { secrets }: AnyReplaying) {
  const { shownOnce, expiring } = success;
  return { secret: shownOnce && secrets && { field: shownOnce.field, store: secrets }, expiring };
}
