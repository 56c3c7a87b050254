import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { writeWhole } from './wholeFile.ts';

/** In the data directory: what a server on this machine speaks HTTPS with. */
export const certificateFile = 'localhost.pem';
/** Its private key; readable by its owner only. */
export const certificateKeyFile = 'localhost-key.pem';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const validDays = 5 * 365;
/** A host may run for days: one with less time left is made anew. */
const renewalDays = 30;

/**
 * A certificate for `localhost`, `127.0.0.1` and `::1`, with its key, in two files of the data directory. Makes them
 * when they are missing, do not belong together, or are about to expire.
 *
 * @param now epoch milliseconds
 * @returns the certificate in PEM, for those who are to trust it
 */
export async function provideCertificate(dataDirectory: string, now = Date.now()): Promise<string> {
  const certificatePath = join(dataDirectory, certificateFile);
  const keyPath = join(dataDirectory, certificateKeyFile);
  const existing = readUsable(certificatePath, keyPath, now);
  if (existing !== undefined) return existing;

  // Loading it takes a tenth of a second, which only the first start has a use for.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // Clocks of virtual machines and containers on this machine may be behind.
    notBeforeDate: new Date(now - dayMilliseconds),
    notAfterDate: new Date(now + validDays * dayMilliseconds),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  const certificate = `${made.cert.trim()}\n`;
  writeWhole(keyPath, `${made.private.trim()}\n`);
  // It is no secret, and clients such as curl are to be pointed at it.
  writeWhole(certificatePath, certificate, 0o644);
  return certificate;
}

function readUsable(certificatePath: string, keyPath: string, now: number): string | undefined {
  try {
    const pem = readFileSync(certificatePath, 'utf8');
    const certificate = new X509Certificate(pem);
    const lasts = certificate.validToDate.getTime() - now > renewalDays * dayMilliseconds;
    return lasts && certificate.checkPrivateKey(createPrivateKey(readFileSync(keyPath))) ? pem : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The authorities that this process trusts beyond those Node.js comes with, in PEM: those of NODE_EXTRA_CA_CERTS and,
 * if Node.js was told so, of the system. A thread with an environment of its own does not take them over by itself.
 */
export function addedAuthorities(): string[] {
  const bundled = new Set(tls.getCACertificates('bundled'));
  return tls.getCACertificates('default').filter((certificate) => !bundled.has(certificate));
}
