import { Person } from '../support/person.ts';
import type { Service } from './service.ts';

/** Has somebody open a page, sign in for it, and sign out. Returns what they were shown. */
export async function visit({ credentials }: Service, path: string, email: string): Promise<string> {
  const { base_url } = credentials;
  const person = new Person();
  const shown = await signedIn(person, base_url + path, email);
  await person.go(`${base_url}/logout`, { method: 'POST', headers: { Origin: base_url } });
  return shown;
}

/** Has somebody follow an invitation. Returns their session's cookie. */
export async function join({ credentials }: Service, url: string, email: string): Promise<string> {
  const { base_url } = credentials;
  const person = new Person();
  await signedIn(person, url, email);
  const { status, text } = await person.go(url, { method: 'POST', headers: { Origin: base_url } });
  if (status !== 200) throw new Error(`Joining was answered ${status}: ${text}`);
  return `session=${person.cookie(base_url, 'session')}`;
}

async function signedIn(person: Person, url: string, email: string): Promise<string> {
  const asked = await person.follow(await person.go(url));
  return (await person.follow(await person.submit(asked.url, { email }))).text;
}
