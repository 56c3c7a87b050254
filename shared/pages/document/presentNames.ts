import type { ActorId } from '../../contract/identifiers.ts';
import { getCallers } from '../../data/callers/callers.ts';

/** A person, as stored with an act. The name is the one that the person had then. */
interface Named {
  readonly id: ActorId;
  readonly name: string;
}

/**
 * Returns a function that replaces stored names by the current names of people. Pages show current names. In the API, `created_by` has the
 * name at the time of the act.
 */
export async function presentNames(people: readonly Named[]): Promise<<N extends Named>(named: N) => N> {
  const ids = [...new Set(people.map(({ id }) => id))];
  const names = new Map((await getCallers(ids)).map(({ id, name }) => [id, name]));
  return (named) => ({ ...named, name: names.get(named.id) ?? named.name });
}
