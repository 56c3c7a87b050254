import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './s3/signature.ts';
import { writeWhole } from './wholeFile.ts';

/**
 * Returns what the functions sign with and the local S3 checks. The secret is made once for a data directory and kept in it:
 * a secret that everybody knows would let every page in a browser sign for the bucket.
 */
export function provideCredentials(dataDirectory: string): Credentials {
  const path = join(dataDirectory, 's3-secret');
  return { accessKeyId: 'local', secretAccessKey: readSecret(path) ?? makeSecret(path) };
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function makeSecret(path: string): string {
  const secret = randomBytes(30).toString('base64url');
  writeWhole(path, secret);
  return secret;
}
