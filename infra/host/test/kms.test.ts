import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidCiphertextException, InvalidKeyUsageException, KMS } from '@aws-sdk/client-kms';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startKms } from '../kms/server.ts';
import type { KeyDefinition } from '../template/stores.ts';
import { directoryOfTest } from './ownDirectory.ts';

const key = (id: string) =>
  ({ id, arn: `arn:aws:kms:us-east-1:000000000000:key/${id}`, spec: 'SYMMETRIC_DEFAULT' }) as const;
const main = key('0f9c3a52-1111-8111-8111-0123456789ab');
const other = key('0f9c3a52-2222-8222-8222-0123456789ab');
const pair = {
  ...key('0f9c3a52-4444-8444-8444-0123456789ab'),
  spec: 'ECC_NIST_P256',
} as const satisfies KeyDefinition;
const KeyId = main.id;
const secret = Buffer.from('whsec_something');
const context = { organization: 'org_1', webhook: 'whk_1' };

async function open(directory = directoryOfTest()) {
  const server = await startKms({ directory, port: 0 });
  server.provide([main, other, pair]);
  const client = new KMS({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
  const close = async () => {
    client.destroy();
    await server.close();
  };
  onTestFinished(close);
  const encrypt = async (Plaintext: Uint8Array = secret, EncryptionContext = context) =>
    (await client.encrypt({ KeyId, Plaintext, EncryptionContext })).CiphertextBlob ?? new Uint8Array();
  const decrypt = async (
    CiphertextBlob: Uint8Array,
    EncryptionContext: Record<string, string> | undefined = context,
    wanted: string | undefined = undefined,
  ) => {
    const input = { CiphertextBlob, EncryptionContext, ...(wanted !== undefined && { KeyId: wanted }) };
    return Buffer.from((await client.decrypt(input)).Plaintext ?? []);
  };
  return { client, directory, encrypt, decrypt, close };
}

describe('a key', () => {
  test('decrypts its own ciphertexts; a request names the key by id, by ARN or not at all', async () => {
    const { client, decrypt } = await open();
    for (const name of [main.id, main.arn]) {
      const given = { KeyId: name, Plaintext: secret, EncryptionContext: context };
      const { CiphertextBlob: ciphertext = new Uint8Array(), ...encrypted } = await client.encrypt(given);

      expect(encrypted).toMatchObject({ KeyId: main.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
      expect(Buffer.from(ciphertext).includes(secret)).toBe(false);
      expect(await decrypt(ciphertext)).toEqual(secret);
      expect(await decrypt(ciphertext, context, name)).toEqual(secret);
    }
  });

  test('accepts an encryption context in any order, and no other one', async () => {
    const { encrypt, decrypt } = await open();
    const ciphertext = await encrypt();

    expect(await decrypt(ciphertext, { webhook: 'whk_1', organization: 'org_1' })).toEqual(secret);
    for (const wrong of [
      {},
      { organization: 'org_1' },
      { organization: 'org_1', webhook: 'whk_2' },
      { ...context, more: '' },
      { organization: 'whk_1', webhook: 'org_1' },
    ])
      await expect(decrypt(ciphertext, wrong)).rejects.toThrow(InvalidCiphertextException);
  });

  test('refuses a ciphertext with a byte altered, removed or added', async () => {
    const { encrypt, decrypt } = await open();
    const ciphertext = Buffer.from(await encrypt());

    const altered = (index: number) => {
      const bytes = Buffer.from(ciphertext);
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      return bytes;
    };
    const wrong = [
      ...Array.from({ length: Math.ceil(ciphertext.length / 9) }, (_, index) => altered(9 * index)),
      ...[1, 16, 43, ciphertext.length - 1].map((length) => ciphertext.subarray(0, length)),
      Buffer.concat([ciphertext, Buffer.of(0)]),
    ];
    for (const each of wrong)
      await expect(decrypt(each)).rejects.toMatchObject({
        name: 'InvalidCiphertextException',
        $metadata: { httpStatusCode: 400 },
      });
  });

  test('is made at its first use, readable by its owner only, and kept over a restart', async () => {
    const first = await open();
    expect(readdirSync(first.directory)).toEqual([]);
    const ciphertext = await first.encrypt();
    expect(readdirSync(first.directory)).toEqual([`${main.id}.key`]);
    expect(statSync(join(first.directory, `${main.id}.key`)).mode & 0o777).toBe(0o600);
    await first.close();

    const second = await open(first.directory);

    expect(await second.decrypt(ciphertext)).toEqual(secret);
  });
});

describe('a pair of keys', () => {
  const Message = Buffer.from('the head of a chain');
  const sign = { KeyId: pair.id, Message, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' } as const;

  test('makes signatures that anybody can verify with the public key, also after a restart', async () => {
    const first = await open();
    const { Signature = new Uint8Array(), ...signed } = await first.client.sign(sign);
    await first.close();
    const { client } = await open(first.directory);
    const { PublicKey = new Uint8Array(), ...described } = await client.getPublicKey({ KeyId: pair.arn });
    const publicKey = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });

    expect(signed).toMatchObject({ KeyId: pair.arn, SigningAlgorithm: 'ECDSA_SHA_256' });
    expect(described).toMatchObject({
      KeyId: pair.arn,
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: 'SIGN_VERIFY',
      SigningAlgorithms: ['ECDSA_SHA_256'],
    });
    expect(verify('sha256', Message, publicKey, Signature)).toBe(true);
    expect(verify('sha256', Buffer.from('another head'), publicKey, Signature)).toBe(false);
  });

  test('cannot encrypt, and other keys cannot sign; unsupported operations are refused by name', async () => {
    const { client } = await open();

    await expect(client.encrypt({ KeyId: pair.id, Plaintext: secret })).rejects.toThrow(
      InvalidKeyUsageException,
    );
    await expect(client.sign({ ...sign, KeyId: main.id })).rejects.toThrow(InvalidKeyUsageException);
    await expect(client.getPublicKey({ KeyId: main.id })).rejects.toThrow(InvalidKeyUsageException);
    await expect(
      client.generateMac({ KeyId: main.id, Message, MacAlgorithm: 'HMAC_SHA_256' }),
    ).rejects.toThrow('GenerateMac');
  });
});
