import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LogLine } from './line.ts';

/** Returns the lines about a request since `from` (epoch milliseconds) in the logs of the local stage, oldest first. */
export async function linesInFolder(folder: string, id: string, from: number): Promise<LogLine[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const found = await Promise.all(files.map((name) => linesIn(join(folder, name), id)));
  return found
    .flat()
    .filter(({ time }) => Date.parse(time) >= from)
    .sort((a, b) => a.time.localeCompare(b.time));
}

async function linesIn(file: string, id: string): Promise<LogLine[]> {
  const found: LogLine[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const entry = line.includes(id) ? parsed(line) : undefined;
    if (entry?.request_id === id)
      found.push({ time: String(entry.timestamp), log: basename(file, '.log'), entry });
  }
  return found;
}

/** Returns the fields of a line of a log; undefined if it is not JSON. */
export function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}
