import type { ActorId } from '../../../shared/contract/identifiers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';

/** Returns a function that tells whether a person was erased. The function reads each person once. */
export function erasedPeople(): (actorId: ActorId | null) => Promise<boolean> {
  const known = new Map<ActorId, Promise<boolean>>();
  const read = async (actorId: ActorId): Promise<boolean> =>
    (await getCaller(actorId))?.erased_at !== undefined;
  return async (actorId) => {
    if (actorId === null) return false;
    const erased = known.get(actorId) ?? read(actorId);
    known.set(actorId, erased);
    return await erased;
  };
}
