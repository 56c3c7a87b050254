import { createHash } from 'node:crypto';
import { call } from './documents.ts';
import { invite, someAddress } from './invitations.ts';
import { sameOrigin } from './organizations.ts';
import { Person } from './person.ts';
import { base_url, pick, signIn } from './signIn.ts';
import { newOrganization } from './webhooks.ts';

/** Makes a person who has just joined a new organization. Resolves with their browser, and requests of the organization's staff. */
export async function joined() {
  const { headers: staff } = await newOrganization();
  const email = someAddress();
  const { url } = (await invite(staff, { email })).body;
  return { staff, email, person: await accept(url, email) };
}

/** Accepts an invitation with the address that it is for. Resolves with the new member's browser. */
export async function accept(url: string, email: string): Promise<Person> {
  const person = new Person();
  await person.go(await pick(person, await person.go(url), email));
  await person.go(url, { method: 'POST', headers: sameOrigin });
  return person;
}

/** Returns the session of a browser: its id, and requests with it. */
export function sessionOf(person: Person) {
  const token = person.cookie(base_url, 'session') ?? '';
  const as = { as: null, headers: { Cookie: `session=${token}`, ...sameOrigin } } as const;
  return {
    person,
    as,
    sessionId: `ses_${createHash('sha256').update(token).digest('hex').slice(0, 26)}`,
    sessions: async () => (await call.listSessions(as)).body.items,
  };
}

/** Makes a person who is signed in. `again` signs them in with another browser. */
export async function signedIn() {
  const { email, person } = await joined();
  const again = async () => {
    const other = new Person();
    await signIn(other, email);
    return sessionOf(other);
  };
  return { ...sessionOf(person), again };
}
