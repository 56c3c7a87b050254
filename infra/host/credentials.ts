import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ifFileExists, writeAtomically } from './atomicFile.ts';

/** Credentials that sign requests. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of a role's session. Undefined: the credentials are those of the account's root */
  readonly sessionToken?: string;
}

/**
 * Returns the credentials of the account's root. The secret is created once and kept in the data directory. With a publicly known
 * secret, any page in a browser could sign requests to the bucket.
 */
export function provideCredentials(dataDirectory: string): Credentials {
  const path = join(dataDirectory, 's3-secret');
  const existing = ifFileExists(() => readFileSync(path, 'utf8'));
  const secretAccessKey = existing ?? randomBytes(30).toString('base64url');
  if (existing === undefined) writeAtomically(path, secretAccessKey);
  return { accessKeyId: 'local', secretAccessKey };
}

/** Returns the credentials of a function's role. These are the same at every start, so that presigned URLs outlive a restart. */
export function functionCredentials(
  { secretAccessKey: rootSecret }: Credentials,
  functionName: string,
): Credentials {
  const derive = (what: string): Buffer =>
    createHmac('sha256', rootSecret).update(`${what}\0${functionName}`).digest();
  return {
    // AWS IAM User Guide, "IAM identifiers": the access keys of sessions begin with ASIA.
    accessKeyId: `ASIA${derive('access key').toString('hex', 0, 8).toUpperCase()}`,
    secretAccessKey: derive('secret').toString('base64url'),
    sessionToken: derive('session token').toString('base64url'),
  };
}
