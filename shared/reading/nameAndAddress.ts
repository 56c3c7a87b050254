import type { User } from '../contract/resources/user.ts';
import { getCaller } from '../data/callers/callers.ts';

/** Returns the name of a reader for a watermark. The e-mail address is added if it is known, because two people may have the same name. */
export async function nameAndAddress({ id, name }: Pick<User, 'id' | 'name'>): Promise<string> {
  const email = (await getCaller(id))?.email ?? name;
  return email === name ? name : `${name} · ${email}`;
}
