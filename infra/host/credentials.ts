import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ifThere, writeWhole } from './wholeFile.ts';

/** What requests are signed with. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Comes with the requests of a role's session. Undefined: they are the account's own */
  readonly sessionToken?: string;
}

/**
 * Returns the credentials of the account's root. The secret is made once for a data directory and kept in it:
 * a secret that everybody knows would let every page in a browser sign for the bucket.
 */
export function provideCredentials(dataDirectory: string): Credentials {
  const path = join(dataDirectory, 's3-secret');
  const existing = ifThere(() => readFileSync(path, 'utf8'));
  const secretAccessKey = existing ?? randomBytes(30).toString('base64url');
  if (existing === undefined) writeWhole(path, secretAccessKey);
  return { accessKeyId: 'local', secretAccessKey };
}

/** Returns the credentials of a function's role. They are the same at every start, so that presigned URLs outlive a restart. */
export function functionCredentials(
  { secretAccessKey: rootSecret }: Credentials,
  functionName: string,
): Credentials {
  const derive = (what: string): Buffer =>
    createHmac('sha256', rootSecret).update(`${what}\0${functionName}`).digest();
  return {
    // AWS IAM User Guide, "IAM identifiers": the access keys of sessions begin so.
    accessKeyId: `ASIA${derive('access key').toString('hex', 0, 8).toUpperCase()}`,
    secretAccessKey: derive('secret').toString('base64url'),
    sessionToken: derive('session token').toString('base64url'),
  };
}
