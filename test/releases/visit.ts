import { followToProvider, Person } from '../support/person.ts';
import type { Service } from './service.ts';

/** Opens a page as a person, signs in, and signs out. Returns what the person saw. */
export async function visit({ credentials }: Service, path: string, email: string): Promise<string> {
  const { base_url } = credentials;
  const person = new Person();
  const asked = await followToProvider(person, await person.go(base_url + path));
  const { text } = await person.follow(await person.submit(asked.url, { email }));
  await person.go(`${base_url}/logout`, { method: 'POST', headers: { Origin: base_url } });
  return text;
}
