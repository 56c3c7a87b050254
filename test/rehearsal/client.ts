import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../shared/client/index.ts';
import type { DocumentId, WebhookId } from '../../shared/contract/identifiers.ts';
import { needed, type Rehearsal, repository } from './rehearsal.ts';

const patienceMilliseconds = 240_000;
const pollMilliseconds = 500;

/** The product's own client. It does not retry, so that each failure of the stage is noticed. */
const clientOf = async (rehearsal: Rehearsal, apiKey: string) =>
  createClient({ baseUrl: await rehearsal.output('ApiUrl'), apiKey, maxRetries: 0 });

const firstClient = (rehearsal: Rehearsal) =>
  clientOf(rehearsal, needed(rehearsal.first, 'the first key').apiKey);

/** Uploads a document. Resolves with the id of the document. */
export async function upload(rehearsal: Rehearsal, apiKey: string, title: string): Promise<DocumentId> {
  const client = await clientOf(rehearsal, apiKey);
  const payload = await openAsBlob(join(repository, 'test/fixtures/pdf/plain.pdf'));
  return (await client.createDocument({ title, payload })).id;
}

/** Registers an endpoint of the first key's organization. Nothing listens at its address. Resolves with the id of the endpoint. */
export async function registerEndpoint(rehearsal: Rehearsal): Promise<WebhookId> {
  const client = await firstClient(rehearsal);
  return (await client.registerWebhook({ url: 'https://nobody.example.com/', events: ['*'] })).id;
}

/** Invites somebody to the first key's organization. Resolves with the URL of the invitation. */
export async function invite(rehearsal: Rehearsal, email: string): Promise<string> {
  const client = await firstClient(rehearsal);
  const { url } = await client.createInvitation({ email, role: 'member' });
  return needed(url, 'the URL of the invitation');
}

/** Resolves when a document is ready. Throws if its processing fails or takes more than four minutes. */
export async function documentIsReady(rehearsal: Rehearsal, id: DocumentId): Promise<void> {
  const client = await firstClient(rehearsal);
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    const { processing_status } = await client.getDocument({ document_id: id });
    if (processing_status === 'ready') return;
    if (processing_status === 'failed' || Date.now() > deadline)
      throw new Error(`The document ${id} is ${processing_status}`);
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
}

/** Reads the first document with the first key. Resolves with the stage's limit of requests a minute. */
export async function readFirst(rehearsal: Rehearsal): Promise<number> {
  const client = await firstClient(rehearsal);
  const { documentId } = needed(rehearsal.first, 'the first document');
  const { response } = await client.getDocument.withResponse({ document_id: documentId });
  return Number(response.headers.get('x-ratelimit-limit'));
}
