import type { Credentials, SessionActor } from '../support/callRequest.ts';

/** The parts of a service that are the same in each release. */
export interface Service {
  readonly credentials: Credentials;
  /** Resolves when no message is queued or being worked on. */
  drain(): Promise<void>;
  /** Runs a function of the stack by its name, as its trigger does. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
}

export type Actor = keyof Credentials['api_keys'];

/** The caller: an actor with their API key, or somebody with a session. */
export type Asker = Actor | `session of ${SessionActor}`;

export interface Asked {
  /** The caller; null for the caller that the headers name. Default: the owner */
  readonly as?: Asker | null;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Replaces the service's own address in answers, because the address changes with each start. */
const address = '<base_url>';

/** Sends a request without the contract of this release, because another release may answer it. */
export async function ask(
  { credentials }: Pick<Service, 'credentials'>,
  method: string,
  path: string,
  { as = 'owner', json, form, headers }: Asked = {},
): Promise<Answered> {
  const { base_url } = credentials;
  const body = json === undefined ? form : JSON.stringify(json);
  const response = await fetch(base_url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(as && credentialOf(credentials, as)),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = (await response.text()).replaceAll(base_url, address);
  return { status: response.status, headers: response.headers, text };
}

/** Sends a request, and returns the body of a success. Throws an error with the answer otherwise. */
export async function done(
  service: Pick<Service, 'credentials'>,
  method: string,
  path: string,
  asked: Asked = {},
) {
  const { status, text } = await ask(service, method, path, asked);
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

function credentialOf({ api_keys, session_cookies }: Credentials, as: Asker): Record<string, string> {
  if (as === 'session of owner') return { Cookie: session_cookies.owner };
  if (as === 'session of member') return { Cookie: session_cookies.member };
  return { Authorization: `Bearer ${api_keys[as]}` };
}
