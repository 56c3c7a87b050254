import { expect, test } from 'vitest';
import { sumOfUnits } from '../../support/stages/recorder.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const stage = await sharedWatchedStage(['dynamodb'], { remembersMarks: true });
const { call, credentials, recorder } = stage;

async function consume(name: 'processVersion' | 'prepareCopy', queue: 'processing' | 'preparations') {
  const bodies = await stage.takeMessages(queue);
  const Records = bodies.map((body, index) => ({
    messageId: String(index),
    body,
    attributes: { ApproximateReceiveCount: '1' },
  }));
  await stage.invoke(name, { Records });
}

/** Requests a path as a reader with an account. Returns the page, and the cost of its function in the table. */
async function open(path: string, Accept = 'text/html', as: 'outsider' | 'member' = 'outsider') {
  const headers = { Accept, Authorization: `Bearer ${credentials.api_keys[as]}` };
  recorder.take();
  const response = await fetch(credentials.base_url + path, { headers, redirect: 'manual' });
  const text = await response.text();
  expect(response.status).toBeLessThan(400);
  const calls = recorder
    .take()
    .filter(({ name }) => name !== 'authorizer')
    .flatMap((recording) => recording.calls);
  const writes = calls.filter(({ writeUnits }) => writeUnits > 0).map(({ name }) => name.split(' ')[1]);
  return { text, cost: { requests: calls.length, writes, units: sumOfUnits(calls, 'writeUnits') } };
}

const linkIn = (text: string, pattern: RegExp): string =>
  pattern.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? expect.unreachable();

test('requests and write units of each kind of reading', async () => {
  const form = uploadForm({ title: 'Counted', access_level: 'public' }, await makePdf({ pages: 2 }));
  const { id } = (await call.createDocument({ form })).body;
  await consume('processVersion', 'processing');
  const at = `/d/${id}`;
  await open(at); // also marks the list of activity

  const view = await open(at);
  const file = linkIn(view.text, /href="([^"]+\?file=inline[^"]*)"/);
  const json = await open(at, 'application/json');
  const ofView = await open(file);
  const direct = await open(`${at}?file=inline`);
  const directAgain = await open(`${at}?file=inline`);
  const download = await open(`${at}?file=attachment`);

  const policy = { name: 'Pictures', rules: { view_only: true } };
  const { id: policy_id } = (await call.createPolicy({ json: policy })).body;
  await call.attachDocumentPolicy({ path: { document_id: id }, json: { policy_id } });
  await open(at);
  await consume('prepareCopy', 'preparations');
  const pictures = await open(at);
  const src = linkIn(pictures.text, /<img src="([^"]+)"/);
  const picture = await open(src);
  const directPicture = await open(src.replace(/\?.*/, ''), 'text/html', 'member');

  const counting = ['UpdateItem', 'UpdateItem'];
  const write = (name: string, units: number) => ({ writes: [name, ...counting], units: units + 2 });
  expect(view.cost).toEqual({ requests: 7, ...write('TransactWriteItems', 6) });
  expect(json.cost).toEqual({ requests: 7, ...write('PutItem', 3) });
  expect(download.cost).toEqual({ requests: 7, ...write('PutItem', 3) });
  expect(ofView.cost).toEqual({ requests: 4, writes: [], units: 0 });
  expect(direct.cost).toEqual({ requests: 8, ...write('TransactWriteItems', 6) });
  expect(directAgain.cost).toEqual({ requests: 5, writes: [], units: 0 });
  expect(pictures.cost).toEqual({ requests: 9, ...write('TransactWriteItems', 6) });
  // The view, the count of views that reached the page, and the page for its reader.
  expect(picture.cost).toEqual({ requests: 8, writes: [...counting, 'UpdateItem'], units: 3 });
  // The first reading by this reader puts them in the list, and the page is noted.
  const first = write('TransactWriteItems', 6 + 2);
  expect(directPicture.cost).toEqual({ requests: 10, ...first, writes: [...first.writes, 'UpdateItem'] });
});
