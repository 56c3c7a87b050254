import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Made, Reading } from './life.ts';

/** What a release has left behind, as `leaveBehind.ts` wrote it down. */
export interface Release {
  readonly version: string;
  /** When it was killed. */
  readonly ended_at: string;
  readonly made: readonly Made[];
  /** What it answered to those who read everything. */
  readonly readings: readonly Reading[];
  /** The documents that it had acknowledged when it was killed. */
  readonly unfinished: readonly string[];
  readonly endpoints: Readonly<Record<'working' | 'failing' | 'disabled', string>>;
  /** Where its webhooks went, on this machine. */
  readonly receiver_port: number;
  /** An API key whose owner was shut out. */
  readonly keyOfDisabled: string;
}

const folder = fileURLToPath(new URL('../fixtures/releases', import.meta.url));

/** The data directory of a release, packed. */
export const dataOf = (version: string): string => join(folder, `${version}.data.tar.zst`);

/** The template and the bundles of a release, packed: there for the last one. */
export const functionsOf = (version: string): string => join(folder, `${version}.functions.tar.zst`);

/** In a data directory: the release, as JSON. */
export const fileInData = 'release.json';

/** Reads what a release has left behind. `receiverPort`: where its webhooks go now. */
export function readRelease(dataDirectory: string, receiverPort?: number): Release {
  const text = readFileSync(join(dataDirectory, fileInData), 'utf8');
  const release: Release = JSON.parse(text);
  if (receiverPort === undefined) return release;
  return JSON.parse(text.replaceAll(`localhost:${release.receiver_port}/`, `localhost:${receiverPort}/`));
}

/** The versions of all archived releases, in their order. */
export function releases(): string[] {
  const suffix = basename(dataOf(''));
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The release before the one that is coming; undefined while none is archived. */
export function lastRelease(): string | undefined {
  const last = releases().at(-1);
  if (last !== undefined && !existsSync(functionsOf(last)))
    throw new Error(`The functions of the last release are not in ${folder}.`);
  return last;
}
