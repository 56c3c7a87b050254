/** Tries what openapi-generator's generator typescript-fetch makes of the OpenAPI document. Arguments: base URL, API key, a PDF. */
import { openAsBlob } from 'node:fs';
import * as api from './generated/index';

const [baseUrl = '', apiKey = '', pdf = ''] = process.argv.slice(2);
const clientWith = (accessToken: string, basePath = baseUrl) =>
  new api.Configuration({ basePath, accessToken });
const configuration = clientWith(apiKey);
const stranger = clientWith('dgs_live_0');
const astray = clientWith(apiKey, `${baseUrl}/astray`);
const documents = new api.DocumentsApi(configuration);
const policies = new api.PoliciesApi(configuration);

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof api.ResponseError) return error.response.json();
  throw new Error(`The request was not refused: ${error}`);
}
async function envelope(call: Promise<unknown>): Promise<string> {
  return api.ModelErrorFromJSON(await refusal(call)).error.code;
}
async function problem(call: Promise<unknown>) {
  const { status, title, errors = [] } = api.ProblemFromJSON(await refusal(call));
  return [status, title, ...errors.map(({ location }) => location)];
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
const created = await documents.createDocument({ title: 'From a client', accessLevel: 'private', payload });
const documentId = created.id;
const changed = await documents.updateDocument({ documentId, updateDocument: { title: 'Changed' } });
const listed = await until(async () =>
  (await documents.listDocuments({ limit: 100 })).items.find(({ id }) => id === documentId),
);
const event = await until(async () => {
  for (const one of (await new api.EventsApi(configuration).listEvents({ limit: 100 })).items)
    if (one.type === 'document.created' && one.data.id === documentId) return one;
  return undefined;
});
const createPolicy = { name: `Of a client ${documentId}` };
await policies.createPolicy({ createPolicy });
const unknown = { documentId: 'doc_00000000000000000000000000' };
const webhook = { webhookId: 'whk_00000000000000000000000000' };

process.stdout.write(
  JSON.stringify({
    created: [created.title, created.accessLevel],
    is_time: Math.abs(Date.now() - created.createdAt.getTime()) < 60_000,
    changed: changed.title,
    is_listed: listed !== undefined,
    event: [event?.type, event?.data.title],
    not_found: await envelope(documents.getDocument(unknown)),
    taken: await problem(policies.createPolicy({ createPolicy })),
    no_key: await envelope(new api.DocumentsApi(stranger).getDocument(unknown)),
    no_key_problem: await problem(new api.WebhooksApi(stranger).listWebhooks()),
    astray: await envelope(new api.DocumentsApi(astray).getDocument(unknown)),
    astray_problem: await problem(new api.WebhooksApi(astray).getWebhook(webhook)),
  }),
);
