import { apiKeyIdOf } from '../../shared/data/callers/apiKeys.ts';
import { type Asker, ask, type Service } from './service.ts';
import type { Made, Reading } from './useService.ts';

/** The lists that can be read without an id. */
const lists: readonly [Asker, string][] = [
  ...(
    ['owner', 'member', 'read_only', 'newcomer', 'outsider', 'session of owner', 'session of member'] as const
  ).map((as): [Asker, string] => [as, '/v1/documents?limit=100']),
  ['owner', '/v1/organization/members'],
  ['session of member', '/v1/organization/members'],
  ['owner', '/v1/webhooks'],
  ['owner', '/v1/policies?limit=100'],
  ['owner', '/v1/policies?limit=100&archived=true'],
  ['owner', '/v1/organization'],
  ['owner', '/v1/service_accounts'],
];

/** Reads everything that people made, as these people and as callers who may not see it. */
export function readAll(service: Service, made: readonly Made[]): Promise<Reading[]> {
  const paths = made.flatMap(({ as, document_id, version_id }): [Asker, string][] => {
    const path = `/v1/documents/${document_id}`;
    return [
      [as, path],
      ['outsider', path],
      [as, `${path}/versions?limit=100`],
      [as, `${path}/versions/${version_id}`],
      [as, `${path}/policies?limit=100`],
      [as, `${path}/activity?limit=100`],
      ['session of owner', `/d/${document_id}`],
    ];
  });
  return readInTurn(service, [...lists, ...paths]);
}

/**
 * Names the keys in entries of activity by their ids, because release 1.0.0 shows their UUIDs. Leaves out what a change replaced, and the
 * room of a reading, because releases before 1.1.0 do not show them.
 */
export const comparable = (entries: readonly unknown[] = []): unknown[] =>
  JSON.parse(
    JSON.stringify(entries).replace(
      /"key:([0-9a-f-]{36})"/g,
      (_, uuid: string) => `"${apiKeyIdOf({ uuid })}"`,
    ),
    (name, value) => (name === 'changes' || name === 'room_id' ? undefined : value),
  );

/** Repeats earlier readings. */
export const readAgain = (service: Service, readings: readonly Reading[]): Promise<Reading[]> =>
  readInTurn(
    service,
    readings.map(({ as, path }) => [as, path]),
  );

/**
 * The number of readings at the same time. With more readings, functions that are still loading would exceed the time limit for a store.
 */
const atOnce = 6;

async function readInTurn(service: Service, paths: readonly [Asker, string][]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (let start = 0; start < paths.length; start += atOnce) {
    const some = paths.slice(start, start + atOnce);
    readings.push(...(await Promise.all(some.map(([as, path]) => read(service, as, path)))));
  }
  return readings;
}

async function read(service: Service, as: Asker, path: string): Promise<Reading> {
  const { status, headers, text } = await ask(service, 'GET', path, { as });
  // The text and the look of pages may change with each release.
  if (!/json/.test(headers.get('content-type') ?? '')) return { as, path, status };
  // Releases before 1.1.0 do not answer with the look of an organization, and whether it counts reading times.
  const { accent_color, has_logo, reading_times, ...body } = JSON.parse(text);
  if (status >= 400) return { as, path, status, body: body.error?.code ?? body.title };
  const entries = body.items ?? body.webhooks;
  return entries ? { as, path, status, entries } : { as, path, status, body };
}
