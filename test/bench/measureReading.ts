import { operations as contracts } from '../../shared/contract/operations.ts';
import type { QueueName } from '../../shared/runtime/stores.ts';
import type { Client } from '../support/load/client.ts';
import type { Stage } from '../support/stages/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import type { Measure } from './measured.ts';

/** Measures a read of a public document by somebody of another organization: the file itself, then pictures with a watermark. */
export async function measureReading(
  { credentials, invoke, takeMessages }: Stage,
  client: Client,
  measure: Measure,
  round: number,
): Promise<void> {
  const consume = async (name: 'processVersion' | 'prepareCopy', queue: QueueName): Promise<void> => {
    for (const body of await takeMessages(queue))
      await invoke(name, {
        Records: [{ messageId: 'message-1', body, attributes: { ApproximateReceiveCount: '1' } }],
      });
  };
  const open = async (path: string): Promise<string> => {
    const response = await fetch(credentials.base_url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', Authorization: `Bearer ${credentials.api_keys.outsider}` },
    });
    if (response.status >= 400) throw new Error(`${path} was answered with ${response.status}`);
    return await response.text();
  };

  const form = uploadForm({ title: 'Read', access_level: 'public' }, await makePdf({ minBytes: 50_000 }));
  const { id: document_id } = await client.call(contracts.createDocument, { form });
  await consume('processVersion', 'processing');
  const page = `/d/${document_id}`;
  await measure('documentPage', () => open(page));

  const rules = { view_only: true, watermark: true };
  const policy = await client.call(contracts.createPolicy, { json: { name: `Shown ${round}`, rules } });
  await client.succeed(contracts.attachDocumentPolicy, {
    path: { document_id },
    json: { policy_id: policy.id },
  });
  await open(page);
  await measure('prepareCopy', () => consume('prepareCopy', 'preparations'), { note: 'pictures of a page' });
  await measure('documentPage', () => open(page), { note: 'as pictures' });
  const [, picture = ''] = /<img[^>]* src="(\/d\/[^"]+)"/.exec(await open(page)) ?? [];
  await measure('pageImage', () => open(picture.replaceAll('&amp;', '&')), { note: 'with a watermark' });
  const path = { document_id };
  await measure('listDocumentActivity', () => client.succeed(contracts.listDocumentActivity, { path }));
}
