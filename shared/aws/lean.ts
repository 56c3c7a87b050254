import type {
  AwsCredentialIdentity,
  FinalizeRequestMiddleware,
  HttpRequest,
  MiddlewareStack,
} from '@smithy/types';
import { signerFor } from './signature.ts';

/**
 * The middlewares of an SDK client that this service has no use for, or that `sign` stands in for. The retries stay, and what
 * hands a trace on; so does everything that belongs to a command.
 */
const unused = [
  'getUserAgentMiddleware',
  'loggerMiddleware',
  'contentLengthMiddleware',
  'hostHeaderMiddleware',
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
];

interface SdkClient<I extends object, O extends object> {
  readonly middlewareStack: MiddlewareStack<I, O>;
  readonly config: SigningConfig;
}

interface SigningConfig {
  credentials(): Promise<AwsCredentialIdentity>;
  region(): Promise<string>;
}

/**
 * Takes out of an SDK client for a JSON protocol what costs every call and is of no use here, and signs in its place. Throws
 * when a release of the SDK names its middlewares otherwise.
 *
 * @param service its name in signatures
 */
export function lean<I extends object, O extends object, C extends SdkClient<I, O>>(
  client: C & SdkClient<I, O>,
  service: string,
): C {
  const { middlewareStack, config } = client;
  const missing = unused.filter((name) => !middlewareStack.remove(name));
  if (missing.length > 0) throw new Error(`The SDK's client has no ${missing.join(', ')}.`);
  middlewareStack.addRelativeTo(signing<I, O>(config, service), {
    name: 'sign',
    relation: 'after',
    toMiddleware: 'retryMiddleware',
  });
  return client;
}

/** AWS refuses what is signed more than five minutes from its own time. */
const toleratedSkewMilliseconds = 4 * 60_000;

/**
 * Signs each attempt, with the credentials and the time of that moment. A clock that an error shows to be wrong is corrected,
 * and the error marked, so that the retries try again.
 */
export function signing<I extends object, O extends object>(
  config: SigningConfig,
  service: string,
): FinalizeRequestMiddleware<I, O> {
  const sign = signerFor(service);
  let skewMilliseconds = 0;
  return (next) => async (args) => {
    const [identity, where] = await Promise.all([config.credentials(), config.region()]);
    const assumedSkew = skewMilliseconds;
    sign(args.request as HttpRequest, identity, where, new Date(Date.now() + assumedSkew));
    try {
      return await next(args);
    } catch (error) {
      const { $response, $metadata } = error as Failure;
      const skew = Date.parse($response?.headers?.date ?? '') - Date.now();
      // Another request may have corrected the clock since this one was signed.
      if ($metadata && Math.abs(skew - assumedSkew) > toleratedSkewMilliseconds) {
        skewMilliseconds = skew;
        $metadata.clockSkewCorrected = true;
      }
      throw error;
    }
  };
}

/** An error of the SDK, as far as the service has answered at all. */
interface Failure {
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  readonly $metadata?: { clockSkewCorrected?: boolean };
}
