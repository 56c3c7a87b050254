import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { writeAtomically } from './atomicFile.ts';
import { dayMilliseconds } from './days.ts';

/** The certificate file in the data directory, for HTTPS servers on this machine. */
export const certificateFile = 'localhost.pem';
/** The private key's file. Only its owner can read it. */
export const certificateKeyFile = 'localhost-key.pem';

const validDays = 5 * 365;
/** Certificates with fewer days left are renewed, because a host may run for days. */
const renewalDays = 30;

/**
 * Provides a certificate for `localhost`, `127.0.0.1` and `::1` and its key, in two files of the data directory. Creates them if
 * they are missing, do not match, or expire soon.
 *
 * @param now epoch milliseconds
 * @returns the certificate in PEM, for clients that must trust it
 */
export async function provideCertificate(dataDirectory: string, now = Date.now()): Promise<string> {
  const certificatePath = join(dataDirectory, certificateFile);
  const keyPath = join(dataDirectory, certificateKeyFile);
  const existing = readUsable(certificatePath, keyPath, now);
  if (existing !== undefined) return existing;

  // Loading takes 0.1 s, and only the first start needs the module.
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
  writeAtomically(keyPath, `${made.private.trim()}\n`);
  // The certificate is not secret, and clients such as curl read the file.
  writeAtomically(certificatePath, certificate, 0o644);
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
 * Returns the authorities in PEM that this process trusts in addition to those of Node.js: from NODE_EXTRA_CA_CERTS and, if
 * enabled, from the system. A thread with its own environment does not inherit them.
 */
export function addedAuthorities(): string[] {
  const bundled = new Set(tls.getCACertificates('bundled'));
  return tls.getCACertificates('default').filter((certificate) => !bundled.has(certificate));
}
