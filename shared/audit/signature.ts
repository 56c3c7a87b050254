import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { kms } from '../aws/kms.ts';
import { environment } from '../runtime/environment.ts';

/** The KMS key that signs the heads of chains. It has no other use, and only the sealer function may use it. */
const keyId = environment('auditKeyId');

/** ECDSA on P-256 over the SHA-256 of the text's bytes. The signature has the format DER, which OpenSSL reads. */
const algorithm = 'ECDSA_SHA_256';

/** Signs a text, and returns the signature in Base64. */
export async function signText(text: string): Promise<string> {
  const { Signature } = await kms.send('Sign', {
    KeyId: keyId(),
    Message: Buffer.from(text).toString('base64'),
    MessageType: 'RAW',
    SigningAlgorithm: algorithm,
  });
  if (!Signature) throw new Error('KMS answered without a signature');
  return Signature;
}

/** Returns the public key for the stage's signatures. */
export async function signingKey(): Promise<KeyObject> {
  const { PublicKey } = await kms.send('GetPublicKey', { KeyId: keyId() });
  if (!PublicKey) throw new Error('KMS answered without a public key');
  return createPublicKey({ key: Buffer.from(PublicKey, 'base64'), format: 'der', type: 'spki' });
}

export const isSignedBy = (key: KeyObject, text: string, signature: string): boolean =>
  verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
