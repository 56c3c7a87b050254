import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isPortTaken } from './startupError.ts';

/**
 * Starts something on a port of an earlier run, so that addresses handed out then still hold, or on a free one when that
 * is taken. 0 is any.
 */
export async function onPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    if (port === 0 || !isPortTaken(error)) throw error;
    return start(0);
  }
}

const port = z.catch(z.int().check(z.gte(0), z.lte(65_535)), 0);

/** The ports of an earlier run by name; 0 for those that had none. */
export function readPorts<N extends string>(file: string, names: readonly N[]): Record<N, number> {
  const remembered = readJson(file);
  const ports = names.map((name) => [name, z.parse(port, remembered[name])] as const);
  return Object.fromEntries(ports) as Record<N, number>;
}

export const writePorts = (file: string, ports: Readonly<Record<string, number>>): void =>
  writeFileSync(file, JSON.stringify(ports));

function readJson(file: string): Record<string, unknown> {
  try {
    return z.parse(z.record(z.string(), z.unknown()), JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
