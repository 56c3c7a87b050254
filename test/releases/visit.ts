import { followToProvider, Person } from '../support/person.ts';
import type { Service } from './service.ts';

/** Has somebody open a page, sign in for it, and sign out. Returns what they were shown. */
export async function visit({ credentials }: Service, path: string, email: string): Promise<string> {
  const { base_url } = credentials;
  const person = new Person();
  const asked = await followToProvider(person, await person.go(base_url + path));
  const { text } = await person.follow(await person.submit(asked.url, { email }));
  await person.go(`${base_url}/logout`, { method: 'POST', headers: { Origin: base_url } });
  return text;
}
