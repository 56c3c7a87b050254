import type { Made, Reading } from './life.ts';
import { type Asker, ask, type Service } from './service.ts';

/** The lists there were in 0.2.0 that need no id. */
const lists: readonly [Asker, string][] = [
  ...(
    ['owner', 'member', 'read_only', 'newcomer', 'outsider', 'session of owner', 'session of member'] as const
  ).map((as): [Asker, string] => [as, '/v1/documents?limit=100']),
  ['owner', '/v1/organization/members'],
  ['session of member', '/v1/organization/members'],
  ['owner', '/v1/webhooks'],
];

/** Reads everything that people have made, as they and as those who may not see it. */
export async function readAll(service: Service, made: readonly Made[]): Promise<Reading[]> {
  const readings: Promise<Reading>[] = lists.map(([as, path]) => read(service, as, path));
  for (const { as, document_id, version_id } of made) {
    const path = `/v1/documents/${document_id}`;
    readings.push(
      read(service, as, path),
      read(service, 'outsider', path),
      read(service, as, `${path}/versions?limit=100`),
      read(service, as, `${path}/versions/${version_id}`),
      read(service, as, `${path}/policies?limit=100`),
      read(service, 'session of owner', `/d/${document_id}`),
    );
  }
  return Promise.all(readings);
}

/** Reads again what has been read. */
export const readAgain = (service: Service, readings: readonly Reading[]): Promise<Reading[]> =>
  Promise.all(readings.map(({ as, path }) => read(service, as, path)));

async function read(service: Service, as: Asker, path: string): Promise<Reading> {
  const { status, headers, text } = await ask(service, 'GET', path, { as });
  // A page's words and looks are each release's own.
  if (!/json/.test(headers.get('content-type') ?? '')) return { as, path, status };
  const body = JSON.parse(text);
  if (status >= 400) return { as, path, status, body: body.error?.code ?? body.title };
  const entries = body.items ?? body.webhooks;
  return entries ? { as, path, status, entries } : { as, path, status, body };
}
