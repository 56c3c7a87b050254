/** S3 and SQS answer only after their changes are on disk. These tests delay the syncs, and check that no answer comes earlier. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventually } from './fixture.ts';
import { directoryOfTest } from './ownDirectory.ts';
import { Bucket, openS3 } from './s3Fixture.ts';
import { openSqs } from './sqsFixture.ts';

type Sync = typeof fs.fsync;
const real = { fsync: fs.fsync, fdatasync: fs.fdatasync };
/** The files and directories of the syncs, in the order in which they began. */
let begun: string[];
let isHeld: boolean;
let held: (() => void)[];

beforeEach(() => {
  begun = [];
  held = [];
  isHeld = false;
  const watching = (sync: Sync): Sync =>
    Object.assign(
      (descriptor: number, done: fs.NoParamCallback) => {
        begun.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
        if (isHeld) held.push(() => sync(descriptor, done));
        else sync(descriptor, done);
      },
      { __promisify__: sync.__promisify__ },
    );
  Object.assign(fs, { fsync: watching(real.fsync), fdatasync: watching(real.fdatasync) });
  syncBuiltinESMExports();
});

afterEach(() => {
  Object.assign(fs, real);
  syncBuiltinESMExports();
});

async function openBucket() {
  const directory = directoryOfTest();
  const { client, close } = await openS3(directory);
  onTestFinished(close);
  return { client, directory: join(directory, Bucket) };
}

/**
 * Resolves with the names of all syncs before the answer. Before each sync, the server must answer another request. An answer that did not
 * wait for the sync would have arrived by then.
 */
async function syncsBefore(answer: Promise<unknown>, askElse: () => Promise<unknown>): Promise<string[]> {
  let isAnswered = false;
  const answered = answer.then(() => {
    isAnswered = true;
  });
  for (;;) {
    while (held.length === 0 && !isAnswered) await Promise.race([answered, askElse()]);
    if (isAnswered) return begun.toSorted();
    await askElse();
    expect(isAnswered).toBe(false);
    held.shift()?.();
  }
}

test('an object, its metadata and their names are on disk before it is acknowledged', async () => {
  const { client, directory } = await openBucket();
  const remove = (Key: string) => client.deleteObject({ Bucket, Key });
  const askElse = () => remove('nothing');
  isHeld = true;

  const put = client.putObject({ Bucket, Key: 'a', Body: 'content' });
  const ofPut = await syncsBefore(put, askElse);
  begun = [];
  const copy = client.copyObject({ Bucket, Key: 'b', CopySource: `${Bucket}/a` });
  const ofCopy = await syncsBefore(copy, askElse);
  begun = [];
  const ofDelete = await syncsBefore(remove('a'), askElse);

  const inDirectory = (paths: string[]) =>
    paths.map((path) => relative(directory, path).replace(/\/.*/, '/'));
  expect(inDirectory(ofPut)).toEqual(['content', 'content/', 'objects', 'objects/']);
  // A copy shares the content of its source, which is on disk already.
  expect(inDirectory(ofCopy)).toEqual(['content', 'objects', 'objects/']);
  expect(inDirectory(ofDelete)).toEqual(['objects']);
});

test('a replaced object is kept until the name of the new one is on disk', async () => {
  const { client, directory } = await openBucket();
  const put = (Body: string) => client.putObject({ Bucket, Key: 'a', Body });
  const contents = () => fs.readdirSync(join(directory, 'content')).length;
  await put('first');
  begun = [];
  isHeld = true;

  const replaced = put('second');
  const counts: number[] = [];
  const ofPut = await syncsBefore(replaced, async () => {
    await client.deleteObject({ Bucket, Key: 'nothing' });
    if (held.length > 0) counts.push(contents());
  });

  expect(ofPut).toHaveLength(4);
  expect(counts.at(-1)).toBe(2);
  expect(contents()).toBe(1);
});

test('a message is on disk before it is acknowledged, and several messages share a sync', async () => {
  const sqs = await openSqs();
  const queue = sqs.queue('queue');
  await queue.create();
  begun = [];
  isHeld = true;

  const sent = Promise.all(Array.from({ length: 20 }, (_, i) => queue.send(`${i}`)));
  await eventually(async () => (await queue.count()) === 20 || undefined);
  const log = join(sqs.directory, 'fauxqs.db-wal');

  expect(await syncsBefore(sent, queue.count)).toEqual([log, log]);
});
