import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { isAnswer } from '../aws/errors.ts';
import { getObject, type Place, putObject } from '../aws/s3.ts';
import { s3 } from '../aws/s3Client.ts';
import { environment } from '../runtime/environment.ts';
import { auditHeadPrefix } from './prefixes.ts';

/** Signed heads of audit chains, in a bucket of their own. A head is written twice only if its sealer was killed and is retried. */

const bucketName = environment('auditBucketName');

const numberDigits = 12;

/** The heads of a chain sort by the numbers of their blocks. */
const prefixOf = (chain: string): string => `${auditHeadPrefix}${chain.replaceAll('#', '/')}/block-`;
const keyOf = (chain: string, number: number): string =>
  `${prefixOf(chain)}${String(number).padStart(numberDigits, '0')}.json`;
const placeOf = (chain: string, number: number): Place => ({
  bucket: bucketName(),
  key: keyOf(chain, number),
});

const signedHead = z.object({
  /** The text that is signed. */
  head: z.string(),
  /** In Base64. */
  signature: z.string(),
});
type SignedHead = z.infer<typeof signedHead>;

export const putHead = (chain: string, number: number, head: SignedHead): Promise<void> =>
  putObject(placeOf(chain, number), Buffer.from(JSON.stringify(head)), 'application/json');

/** Reads the head of a block; undefined if it is missing or invalid. */
export async function getHead(chain: string, number: number): Promise<SignedHead | undefined> {
  try {
    const { content } = await getObject(placeOf(chain, number));
    return z.safeParse(signedHead, JSON.parse(Buffer.from(content).toString())).data;
  } catch (error) {
    if (isAnswer(error, 'NoSuchKey') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Lists the numbers of the blocks that have heads, in ascending order from `from`, page by page. */
export async function* listHeads(chain: string, from: number): AsyncGenerator<number[]> {
  let after = keyOf(chain, from - 1);
  for (;;) {
    const keys = await list(prefixOf(chain), after);
    if (keys.length === 0) return;
    yield keys.flatMap((key) => {
      const [, number] = /\/block-(\d+)\.json$/.exec(key) ?? [];
      return number === undefined ? [] : [Number(number)];
    });
    after = keys.at(-1) ?? after;
  }
}

/** Lists the chains that have heads, with one request for each chain. */
export async function listChainsWithHeads(): Promise<string[]> {
  const chains: string[] = [];
  let after = auditHeadPrefix;
  for (;;) {
    const [key] = await list(auditHeadPrefix, after, 1);
    const [, path] = /^(.+)\/block-\d+\.json$/.exec(key?.slice(auditHeadPrefix.length) ?? '') ?? [];
    if (path === undefined) return chains;
    const chain = path.replaceAll('/', '#');
    chains.push(chain);
    // A tilde sorts after every digit, so the next request skips the other heads of this chain.
    after = `${prefixOf(chain)}~`;
  }
}

async function list(Prefix: string, StartAfter: string, MaxKeys = 1000): Promise<string[]> {
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucketName(), Prefix, StartAfter, MaxKeys }),
  );
  return Contents.flatMap(({ Key }) => Key ?? []);
}
