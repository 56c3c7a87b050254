import { useLocation } from 'preact-iso/router';

/**
 * Returns the query of the address, and a function that changes some of its parameters; an empty text removes one. Each change is a step for
 * *Back*, unless it replaces the last one.
 */
export function useAddress() {
  const { path, query, route } = useLocation();
  const set = (changes: Readonly<Record<string, string | undefined>>, replaces = false) => {
    const given = Object.entries({ ...query, ...changes }).filter((one): one is [string, string] => !!one[1]);
    route(given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`, replaces);
  };
  return { query: query as Readonly<Record<string, string | undefined>>, set };
}
