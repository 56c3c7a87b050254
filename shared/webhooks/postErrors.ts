/** Why a request got no answer. */
export type PostError =
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_failed'
  | 'tls'
  | 'timeout'
  | 'invalid_response';

/**
 * Sentences of our own: those of Node and OpenSSL repeat what the endpoint sent, are long, and name source files. The
 * code that follows them says the rest.
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

/** A request that is known to have failed, and why. */
export class PostFailure extends Error {
  override readonly name = 'PostFailure';
  readonly error: PostError;

  /** `message`: a sentence; default: that of `error`, with the code of its cause. */
  constructor(error: PostError, message?: string, cause?: unknown) {
    const code = codeOf(cause);
    super(message ?? `${messages[error]}${code ? ` (${code})` : ''}.`, { cause });
    this.error = error;
  }
}

/** How far a connection had come. */
export type Stage = 'connecting' | 'securing' | 'secure';

/** What an error of Node's means. */
export function failureOf(cause: unknown, stage: Stage): PostFailure {
  if (cause instanceof PostFailure) return cause;
  return new PostFailure(kindOf(codeOf(cause), stage), undefined, cause);
}

function kindOf(code: string, stage: Stage): PostError {
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (closedByPeer.includes(code)) return 'connection_reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code.startsWith('HPE_')) return 'invalid_response';
  // OpenSSL's. With TLS 1.3 a server that wants a client certificate says so after the handshake.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'tls';
  // A certificate, for one of dozens of reasons that X.509 has.
  return stage === 'securing' ? 'tls' : 'connection_failed';
}

/** The peer closed the connection: what Node says when it is read from, and when it is written to. */
const closedByPeer: readonly string[] = ['ECONNRESET', 'EPIPE'];

export const isClosedByPeer = (cause: unknown): boolean => closedByPeer.includes(codeOf(cause));

/** Of several addresses that failed, Node gives an AggregateError with the first one's code. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
