/** What the files of this process have made. It is not in a module, because many files load their modules anew. */
const made = globalThis as Record<symbol, unknown>;

/** Returns what an earlier file of this process made under a name, or makes it. For what cannot change during a run. */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(name);
  made[key] ??= make();
  return made[key] as T;
}
