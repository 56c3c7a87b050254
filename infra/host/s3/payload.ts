import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

const incomplete = () =>
  new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes you announced.');

/**
 * Yields the content of an upload, decoded if the body is `aws-chunked`. At the end, compares every checksum of the upload (Content-MD5,
 * x-amz-content-sha256, x-amz-checksum-*, in a header or the trailer). Throws an S3Error.
 */
export async function* uploadedContent(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const declared = new Map(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
  );
  const chunked = declared.get('x-amz-content-sha256')?.startsWith('STREAMING-') ?? false;
  const checks = [...checksOf(declared), ...trailerChecks(declared)];
  const trailer = new Map<string, string>();
  for await (const chunk of chunked ? decodeChunks(request, trailer) : request) {
    for (const check of checks) check.update(chunk);
    yield chunk;
  }
  // If the client disconnects when nothing is pending, the stream ends without an error.
  if (!request.complete) throw incomplete();
  for (const { name, expected, digest } of checks)
    if ((expected ?? trailer.get(name)) !== digest())
      throw new S3Error(400, 'BadDigest', `The content does not match ${name}.`);
}

interface Check {
  readonly name: string;
  /** The expected checksum. Undefined: the checksum is in the trailer. */
  readonly expected: string | undefined;
  update(chunk: Uint8Array): void;
  digest(): string;
}

type Algorithm = (encoding: 'base64' | 'hex') => Pick<Check, 'update' | 'digest'>;

const hashing =
  (algorithm: string): Algorithm =>
  (encoding) => {
    const hash: Hash = createHash(algorithm);
    return { update: (chunk) => hash.update(chunk), digest: () => hash.digest(encoding) };
  };

const crc32Checksum: Algorithm = () => {
  let sum = 0;
  return {
    update: (chunk) => {
      sum = crc32(chunk, sum);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(sum);
      return bytes.toString('base64');
    },
  };
};

/** The checksums that are compared. Other checksums (CRC-32C, CRC-64/NVME) are accepted unchecked. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  'content-md5': hashing('md5'),
  'x-amz-checksum-sha1': hashing('sha1'),
  'x-amz-checksum-sha256': hashing('sha256'),
  'x-amz-checksum-crc32': crc32Checksum,
};

function checksOf(headers: ReadonlyMap<string, string>): Check[] {
  const checks = Object.entries(algorithms)
    .filter(([name]) => headers.has(name))
    .map(([name, algorithm]): Check => ({ name, expected: headers.get(name), ...algorithm('base64') }));
  const signedHash = headers.get('x-amz-content-sha256') ?? '';
  if (/^[0-9a-f]{64}$/.test(signedHash))
    checks.push({ name: 'x-amz-content-sha256', expected: signedHash, ...hashing('sha256')('hex') });
  return checks;
}

function trailerChecks(headers: ReadonlyMap<string, string>): Check[] {
  const name = headers.get('x-amz-trailer') ?? '';
  const algorithm = algorithms[name];
  return algorithm ? [{ name, expected: undefined, ...algorithm('base64') }] : [];
}

/** Decodes chunks of the form `<hex size>[;chunk-signature=...]\r\n<bytes>\r\n`, up to a chunk of size 0 and trailing headers. */
async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  trailer: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new BufferedReader(source);
  for (;;) {
    const size = Number.parseInt(await reader.line(), 16);
    if (Number.isNaN(size)) throw incomplete();
    if (size === 0) break;
    yield await reader.bytes(size);
    await reader.line();
  }
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const colon = line.indexOf(':');
    trailer.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  await reader.end();
}

class BufferedReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end; an empty text at the end of the stream. */
  async line(): Promise<string> {
    let end = this.#buffer.indexOf('\r\n');
    while (end < 0 && (await this.#fill())) end = this.#buffer.indexOf('\r\n');
    if (end < 0) return '';
    const line = this.#buffer.toString('latin1', 0, end);
    this.#buffer = this.#buffer.subarray(end + 2);
    return line;
  }

  /** Resolves at the end of the stream, when the request is complete. */
  async end(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  async bytes(count: number): Promise<Buffer> {
    while (this.#buffer.length < count) if (!(await this.#fill())) throw incomplete();
    const bytes = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return bytes;
  }

  async #fill(): Promise<boolean> {
    const next = await this.#source.next();
    if (next.done) return false;
    this.#buffer = Buffer.concat([this.#buffer, next.value]);
    return true;
  }
}
