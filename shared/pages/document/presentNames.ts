import type { ActorId } from '../../contract/identifiers.ts';
import { getCallers } from '../../data/callers/callers.ts';

/** A person as stored with an act, with the name that they had then. */
interface Named {
  readonly id: ActorId;
  readonly name: string;
}

/** Returns the names that people have now. Pages show these; in the API, `created_by` keeps the name of that time. */
export async function presentNames(people: readonly Named[]): Promise<<N extends Named>(named: N) => N> {
  const ids = [...new Set(people.map(({ id }) => id))];
  const names = new Map((await getCallers(ids)).map(({ id, name }) => [id, name]));
  return (named) => ({ ...named, name: names.get(named.id) ?? named.name });
}
