import { expect, inject } from 'vitest';
import { call } from './documents.ts';
import { type BrowserAnswer, followToProvider, type Person } from './person.ts';

/** For `describe.skipIf`: at the provider of a deployed stage, a test cannot choose a person. */
export const noLocalProvider = process.env.CREDENTIALS !== undefined;

export const { base_url } = inject('credentials');
export const callbackUrl = `${base_url}/login/callback`;
export const isCallback = (url: string) => url.startsWith(`${callbackUrl}?`);

/** Begins a sign-in. `at`: the base URL. Default: that of the service under test */
export const begin = (person: Person, query: Record<string, string> = {}, at = base_url) =>
  person.go(`${at}/login?${new URLSearchParams(query)}`);

/** Follows a sign-in to the provider, and chooses a person or cancels. Resolves with the callback's URL. */
export async function pick(person: Person, begun: BrowserAnswer, email: string | null): Promise<string> {
  const callback = new URL('/login/callback', begun.url).href;
  const isCallback = (url: string) => url.startsWith(`${callback}?`);
  const form = await followToProvider(person, begun, isCallback);
  if (form.location !== null) return form.location;
  expect(form.text).toContain('Who are you?');
  const chosen = await person.submit(form.url, email === null ? {} : { email });
  const { location } = await person.follow(chosen, isCallback);
  return location ?? '';
}

export async function signIn(
  person: Person,
  email: string,
  query: Record<string, string> = {},
  at = base_url,
): Promise<BrowserAnswer> {
  return person.go(await pick(person, await begin(person, query, at), email));
}

/** Signs in on the way to a path, with a code for an address, and returns to the path. */
export async function signInWithCode(reader: Person, address: string, path: string) {
  const form = await reader.follow(await begin(reader, { return_to: path }), isCallback);
  const asked = await reader.submit(form.url, { address });
  const [, code = ''] = /<code>(\d{8})<\/code>/.exec(asked.text) ?? [];
  const { location } = await reader.follow(await reader.submit(form.url, { address, code }), isCallback);
  return reader.go(location ?? '');
}

export const withCookie = (person: Person, headers: Record<string, string> = {}) =>
  call.listDocuments({
    as: null,
    headers: { Cookie: `session=${person.cookie(base_url, 'session') ?? ''}`, ...headers },
  });

export const sessionEnded = { status: 401, error: { code: 'invalid_session' } };

export const signOut = (person: Person, headers: Record<string, string> = { Origin: base_url }) =>
  person.go(`${base_url}/logout`, { method: 'POST', headers });
