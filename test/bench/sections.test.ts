import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { noBrowser } from '../support/people/chromium.ts';
import { type SectionName, sections, sharing } from './sections.ts';

/** Only on Linux can a process read the CPU time and memory of another process. */
const isLinux = process.platform === 'linux';
const memory = isLinux ? ['resident, MB', 'at most, MB'] : [];

/** For each section: the columns with figures, table by table in the order of printing. */
const figures: Readonly<Record<SectionName, readonly (readonly string[])[]>> = {
  http: [
    ['a second', 'a second, done', 'p50, ms', 'p99, ms', 'CPU, ms each', 'client, ms each'],
    ['GET one', 'list of 50', 'upload of 50 kB to ready'],
    ['CPU, ms each'],
    ['CPU, ms each', 'bare calls'],
  ],
  memory: [['uploads', ...memory]],
  uploads: [['a second', 'p50, ms', 'p95, ms']],
  reading: [['p50 without, ms', 'p50 on record, ms']],
  audit: [['value']],
  webhooks: [['value'], ['value']],
  cost: [
    [
      'CPU, ms',
      'billed, ms',
      'API Gateway',
      'Lambda',
      'DynamoDB',
      'S3, SQS, KMS, SES',
      'logs',
      'out',
      'total',
    ],
    ['API Gateway', 'Lambda', 'DynamoDB', 'S3, SQS, KMS, SES', 'logs', 'traces', 'out', 'total'],
    ['getDocument', 'createDocument'],
    ['value'],
  ],
  operations: [['round trips', 'RCU', 'WCU']],
  search: [['value'], ['p50, ms', 'p95, ms', 'p50 of 8, ms', 'p95 of 8, ms'], ['p50, ms', 'p95, ms']],
  console: [['requests']],
};

const main = fileURLToPath(new URL('main.ts', import.meta.url));

const alone = (Object.keys(sections) as SectionName[]).filter(
  (name) => !sharing.includes(name) && (name !== 'console' || !noBrowser),
);

const processes = [sharing, ...alone.map((name) => [name])];

test.concurrent.for(processes.map((names) => [names.join(', '), names] as const))(
  'prints the figures of %s',
  async ([, names], { expect, signal }) => {
    // Rejects unless the sections end with exit code 0.
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--short', ...names], { signal });

    const columns = names.flatMap((name) => figures[name]);
    const tables = tablesOf(stdout);
    expect(tables).toHaveLength(columns.length);
    for (const [index, rows] of tables.entries()) {
      expect(rows).not.toEqual([]);
      for (const row of rows)
        for (const column of columns[index] ?? [])
          expect(row.get(column), `${column} in ${[...row.values()]}`).toMatch(/^\d+(\.\d+)?$/);
    }
  },
);

type Row = ReadonlyMap<string, string>;

/** Returns the rows of each printed table, by the titles of their columns. The dashes under the titles show the widths of the columns. */
function tablesOf(output: string): Row[][] {
  const lines = output.split('\n');
  return [...lines.entries()]
    .filter(([, line]) => /^-+( {2}-+)*$/.test(line))
    .map(([index, rule]) => {
      const titles = cellsOf(lines[index - 1] ?? '', rule);
      const rest = lines.slice(index + 1);
      return rest.slice(0, rest.indexOf('')).map((line) => {
        const cells = cellsOf(line, rule);
        return new Map(titles.map((title, column) => [title, cells[column] ?? '']));
      });
    });
}

const cellsOf = (line: string, rule: string): string[] =>
  [...rule.matchAll(/-+/g)].map(({ 0: dashes, index }) => line.slice(index, index + dashes.length).trim());
