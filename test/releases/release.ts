import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Made, Reading } from './useService.ts';

/** The description of a release's data, as `makeData.ts` wrote it. */
export interface Release {
  readonly version: string;
  /** The time when the release was killed. */
  readonly ended_at: string;
  readonly made: readonly Made[];
  /** The answers to the callers who read everything. */
  readonly readings: readonly Reading[];
  /** The documents that the service had acknowledged when it was killed. */
  readonly unfinished: readonly string[];
  readonly endpoints: Readonly<Record<'working' | 'failing' | 'disabled', string>>;
  /** The port on this machine at which the webhooks of the release arrived. */
  readonly receiver_port: number;
  /** An API key whose owner is disabled. */
  readonly keyOfDisabled: string;
}

const folder = fileURLToPath(new URL('../fixtures/releases', import.meta.url));

/** Returns the path of the packed data directory of a release. */
export const dataOf = (version: string): string => join(folder, `${version}.data.tar.zst`);

/** Returns the path of the packed template and bundles of a release. Only the last release has this file. */
export const functionsOf = (version: string): string => join(folder, `${version}.functions.tar.zst`);

/** The file in a data directory with the release as JSON. */
export const fileInData = 'release.json';

/** Reads the description of a release's data. `receiverPort`: the port to which the webhooks go now. */
export function readRelease(dataDirectory: string, receiverPort?: number): Release {
  const text = readFileSync(join(dataDirectory, fileInData), 'utf8');
  const release: Release = JSON.parse(text);
  if (receiverPort === undefined) return release;
  return JSON.parse(text.replaceAll(`localhost:${release.receiver_port}/`, `localhost:${receiverPort}/`));
}

/** Returns the versions of all archived releases, in their order. */
export function releases(): string[] {
  const suffix = basename(dataOf(''));
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Returns the last archived release. */
export function lastRelease(): string {
  const last = releases().at(-1);
  if (last === undefined || !existsSync(functionsOf(last)))
    throw new Error(`The functions of the last release are not in ${folder}.`);
  return last;
}
