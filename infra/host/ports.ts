import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isPortTaken } from './startupError.ts';

/** Starts a server on the port of an earlier run, so that earlier URLs stay valid. Uses a free port if that port is taken or 0. */
export async function onPort<T>(port = 0, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    if (port === 0 || !isPortTaken(error)) throw error;
    return start(0);
  }
}

const portsSchema = z.record(z.string(), z.int().check(z.gte(0), z.lte(65_535)));

/** Returns the ports of an earlier run by name; no ports if the file cannot be read. */
export function readPorts(file: string): Readonly<Record<string, number>> {
  try {
    return z.parse(portsSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

export const writePorts = (file: string, ports: Readonly<Record<string, number>>): void =>
  writeFileSync(file, JSON.stringify(ports));
