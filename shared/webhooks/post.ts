import type { Agent } from 'node:https';
import {
  checkedLookup,
  type Lookup,
  singleUseAgent,
  systemLookup,
  withKeptConnections,
} from './connections.ts';
import { type Answer, exchange, StaleConnection } from './exchange.ts';
import { type PostError, PostFailure } from './postErrors.ts';
import { refusalOf, type TargetRules } from './target.ts';

export type { PostError };

export interface PostRequest extends TargetRules {
  /** An absolute HTTPS URL. */
  readonly url: string;
  /** The request also has headers about the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** The limit for everything from the lookup of the name to the end of the answer. Default: 15 s */
  readonly timeoutMilliseconds?: number;
  /** The connection is closed when the answer's body is longer. Default: 64 KiB */
  readonly maxResponseBytes?: number;
  /** The part of the body that is returned. Default: 4 KiB */
  readonly keptResponseBytes?: number;
  /** Default: the operating system's */
  readonly lookup?: Lookup;
}

export type PostResult =
  | ({
      readonly kind: 'answered';
      /** From the beginning of the request to the end of the answer. */
      readonly latencyMilliseconds: number;
    } & Answer)
  | {
      readonly kind: 'failed';
      readonly error: PostError;
      /** A sentence for people. It contains nothing from the request or the answer. */
      readonly message: string;
      readonly latencyMilliseconds: number;
    };

/** Standard Webhooks recommends 15 to 30 seconds. */
const defaultTimeoutMilliseconds = 15_000;
const defaultMaxResponseBytes = 64 * 1024;
const defaultKeptResponseBytes = 4 * 1024;

/**
 * POSTs a body once, directly to the URL, without redirects and proxies. Never throws.
 *
 * It checks the URL by the rules of registration, and the addresses of its host at each connection. The limits protect against endpoints
 * that try to keep the service busy.
 */
export async function post(request: PostRequest): Promise<PostResult> {
  const beganAt = performance.now();
  const latencyMilliseconds = () => Math.round(performance.now() - beganAt);
  const timeOut = new AbortController();
  const timer = setTimeout(
    () => timeOut.abort(new PostFailure('timeout')),
    request.timeoutMilliseconds ?? defaultTimeoutMilliseconds,
  );
  try {
    const answer = await send(request, timeOut.signal);
    return { kind: 'answered', ...answer, latencyMilliseconds: latencyMilliseconds() };
  } catch (cause) {
    const { error, message } =
      cause instanceof PostFailure ? cause : new PostFailure('connection_failed', undefined, cause);
    return { kind: 'failed', error, message, latencyMilliseconds: latencyMilliseconds() };
  } finally {
    clearTimeout(timer);
  }
}

function send(request: PostRequest, signal: AbortSignal): Promise<Answer> {
  const { allowPrivateTargets, lookup = systemLookup } = request;
  const refusal = refusalOf(request.url, { allowPrivateTargets });
  if (refusal) throw new PostFailure('address_not_allowed', `The URL ${refusal}.`);

  const sendBy = (agent: Agent) =>
    exchange({
      url: new URL(request.url),
      headers: request.headers,
      body: request.body,
      maxResponseBytes: request.maxResponseBytes ?? defaultMaxResponseBytes,
      keptResponseBytes: request.keptResponseBytes ?? defaultKeptResponseBytes,
      agent,
      lookup: checkedLookup(lookup, allowPrivateTargets),
      signal,
    });
  return withKeptConnections(allowPrivateTargets, async (agent) => {
    try {
      return await sendBy(agent);
    } catch (error) {
      // The endpoint closed an idle connection just when the request was sent, or sent bytes after an earlier answer. Neither is a failure
      // of this request. If the endpoint received it, it recognizes the repetition by the id.
      if (error instanceof StaleConnection) return sendBy(singleUseAgent(allowPrivateTargets));
      throw error;
    }
  });
}
