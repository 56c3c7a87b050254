import { kms } from '../aws/kms.ts';
import type { MailId, OrganizationId, WebhookId } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import type { mailSecretContext, secretContext, shownSecretContext } from './secretContext.ts';

const keyId = environment('webhookKeyId');

/** The endpoint that a secret belongs to. A ciphertext that is moved to another endpoint cannot be decrypted. */
interface SecretOwner {
  readonly id: WebhookId;
  readonly organization_id: OrganizationId;
}

const contextOf = ({
  id,
  organization_id,
}: SecretOwner): Readonly<Record<(typeof secretContext)[number], string>> => ({
  webhook_id: id,
  organization_id,
});

/** Encrypts a signing secret for storage, in Base64. */
export const encryptSecret = (secret: string, owner: SecretOwner): Promise<string> =>
  encrypt(secret, contextOf(owner));

export const decryptSecret = (ciphertext: string, owner: SecretOwner): Promise<string> =>
  decrypt(ciphertext, contextOf(owner));

type ShownContext = Readonly<Record<(typeof shownSecretContext)[number], string>>;

/** Encrypts a secret in a stored answer, as Base64. `name` stands for the `Idempotency-Key` of the answer. */
export const shownSecrets = {
  encrypt: (secret: string, name: string): Promise<string> =>
    encrypt(secret, { idempotency_key: name } satisfies ShownContext),
  decrypt: (ciphertext: string, name: string): Promise<string> =>
    decrypt(ciphertext, { idempotency_key: name } satisfies ShownContext),
};

type MailContext = Readonly<Record<(typeof mailSecretContext)[number], string>>;

/** Encrypts the secret of a link, in Base64. The ciphertext is stored until the mail with the link is sent. */
export const encryptMailSecret = (secret: string, mail_id: MailId): Promise<string> =>
  encrypt(secret, { mail_id } satisfies MailContext);

export const decryptMailSecret = (ciphertext: string, mail_id: MailId): Promise<string> =>
  decrypt(ciphertext, { mail_id } satisfies MailContext);

async function encrypt(secret: string, EncryptionContext: Record<string, string>): Promise<string> {
  const Plaintext = Buffer.from(secret).toString('base64');
  const { CiphertextBlob } = await kms.send('Encrypt', { KeyId: keyId(), Plaintext, EncryptionContext });
  if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext');
  return CiphertextBlob;
}

async function decrypt(CiphertextBlob: string, EncryptionContext: Record<string, string>): Promise<string> {
  const { Plaintext } = await kms.send('Decrypt', { KeyId: keyId(), CiphertextBlob, EncryptionContext });
  if (!Plaintext) throw new Error('KMS answered without a plaintext');
  return Buffer.from(Plaintext, 'base64').toString();
}
