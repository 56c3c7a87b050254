import { existsSync } from 'node:fs';

export interface InstalledBrowser {
  /** Undefined if the browser is not installed. */
  readonly path: string | undefined;
  /** The reason why tests in this browser are skipped; empty if it is installed. For `describe.skipIf` and the names of tests. */
  readonly missing: string;
}

/**
 * Finds a browser of this machine: the one that an environment variable names, or the first of its usual places.
 *
 * @param name the browser's name. The variable is this name in capital letters.
 */
export function findBrowser(name: string, places: readonly string[]): InstalledBrowser {
  const variable = name.toUpperCase();
  const path = process.env[variable] || places.find(existsSync);
  const missing =
    path === undefined
      ? `(skipped: no ${name} is installed; install one, or name its file in ${variable})`
      : '';
  return { path, missing };
}
