/** The reasons why a request got no answer. */
export const postErrors = [
  'address_not_allowed',
  'name_not_resolved',
  'connection_refused',
  'connection_reset',
  'connection_failed',
  'tls',
  'timeout',
  'invalid_response',
] as const;
export type PostError = (typeof postErrors)[number];

/**
 * The messages for people, followed by the code of the cause. Messages of Node and OpenSSL are not used: they are long, repeat data of the
 * endpoint and name source files.
 */
const messages: Readonly<Record<PostError, string>> = {
  address_not_allowed: 'The URL must not point to a private or reserved address',
  name_not_resolved: 'The host name could not be resolved',
  connection_refused: 'The connection was refused',
  connection_reset: 'The connection was closed before the answer was complete',
  connection_failed: 'No connection could be made',
  tls: 'No secure connection could be made',
  timeout: 'The answer was not complete in time',
  invalid_response: 'The answer was not valid HTTP',
};

/** A failed request, with the reason. */
export class PostFailure extends Error {
  override readonly name = 'PostFailure';
  readonly error: PostError;

  /** `message` is a sentence. Default: the message of `error`, with the code of its cause */
  constructor(error: PostError, message?: string, cause?: unknown) {
    const code = codeOf(cause);
    super(message ?? `${messages[error]}${code ? ` (${code})` : ''}.`, { cause });
    this.error = error;
  }
}

/** The progress of a connection. */
export type Phase = 'connecting' | 'securing' | 'secure';

/** Turns one of Node's errors into a PostFailure. */
export function failureOf(cause: unknown, phase: Phase): PostFailure {
  if (cause instanceof PostFailure) return cause;
  return new PostFailure(kindOf(codeOf(cause), phase), undefined, cause);
}

function kindOf(code: string, phase: Phase): PostError {
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (closedByPeer.includes(code)) return 'connection_reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code.startsWith(malformed)) return 'invalid_response';
  // OpenSSL's codes. With TLS 1.3 a server reports a missing client certificate after the handshake.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'tls';
  // There are dozens of codes for refused certificates, so the phase decides.
  return phase === 'securing' ? 'tls' : 'connection_failed';
}

/** Node's codes for reading from and writing to a connection that the peer closed. */
const closedByPeer: readonly string[] = ['ECONNRESET', 'EPIPE'];

/** The beginning of the codes of Node's parser. */
const malformed = 'HPE_';
export const isMalformed = (cause: unknown): boolean => codeOf(cause).startsWith(malformed);

export const isClosedByPeer = (cause: unknown): boolean => closedByPeer.includes(codeOf(cause));

/** Returns an error's code. If several addresses failed, Node's AggregateError has the code of the first. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
