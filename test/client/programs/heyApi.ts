/** Tries what hey-api makes of the OpenAPI document. Arguments: base URL, API key, a PDF. */
import { openAsBlob } from 'node:fs';
import { createClient } from './generated/client/index';
import * as api from './generated/index';

const [baseUrl = '', apiKey = '', pdf = ''] = process.argv.slice(2);
const clientWith = (auth: string, url = baseUrl) => createClient({ baseUrl: url, auth });
const client = clientWith(apiKey);
const stranger = clientWith('dgs_live_0');
const astray = clientWith(apiKey, `${baseUrl}/astray`);

function got<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}
function envelope({ error }: { error?: api.Error | api.GatewayError | undefined }): string | undefined {
  return error?.error.code;
}
function problem({ error }: { error?: api.Problem | api.GatewayError | undefined }) {
  return [error?.status, error?.title, ...(error?.errors ?? []).map(({ location }) => location)];
}

/** Lists are eventually consistent. */
async function until<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}

const payload = await openAsBlob(pdf, { type: 'application/pdf' });
const form = { title: 'From a client', access_level: 'private', payload } as const;
const created = got(await api.createDocument({ client, body: form }));
const path = { document_id: created.id };
const changed = got(await api.updateDocument({ client, path, body: { title: 'Changed' } }));
const query = { limit: 100 };
const listed = await until(async () =>
  got(await api.listDocuments({ client, query })).items.find(({ id }) => id === created.id),
);
const event = await until(async () => {
  for (const one of got(await api.listEvents({ client, query })).items)
    if (one.type === 'document.created' && one.data.id === created.id) return one;
  return undefined;
});
const body = { name: `Of a client ${created.id}` };
got(await api.createPolicy({ client, body }));
const unknown = { document_id: 'doc_00000000000000000000000000' };
const webhook = { webhook_id: 'whk_00000000000000000000000000' };

process.stdout.write(
  JSON.stringify({
    created: [created.title, created.access_level],
    is_time: Math.abs(Date.now() - Date.parse(created.created_at)) < 60_000,
    changed: changed.title,
    is_listed: listed !== undefined,
    event: [event?.type, event?.data.title],
    not_found: envelope(await api.getDocument({ client, path: unknown })),
    taken: problem(await api.createPolicy({ client, body })),
    no_key: envelope(await api.getDocument({ client: stranger, path: unknown })),
    no_key_problem: problem(await api.listWebhooks({ client: stranger })),
    astray: envelope(await api.getDocument({ client: astray, path: unknown })),
    astray_problem: problem(await api.getWebhook({ client: astray, path: webhook })),
  }),
);
