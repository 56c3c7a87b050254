import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ifFileExists, writeAtomically } from '../atomicFile.ts';
import { JsonError } from '../jsonServer.ts';
import type { KeyDefinition } from '../template/stores.ts';

/** Pairs that are not secret. Decryption requires the same pairs, in any order. */
export type EncryptionContext = Readonly<Record<string, string>>;

/** The ciphertext is foreign, altered, or has another encryption context. */
class InvalidCiphertext extends JsonError {
  constructor() {
    super('InvalidCiphertextException');
  }
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const uuidBytes = 16;
/** NIST SP 800-38D, section 8.2: GCM is designed for nonces of 96 bits. */
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Each key has a file, which is created at the first use of the key. The file has 32 bytes for encryption, or the private key (PKCS #8) of
 * a pair.
 *
 * A ciphertext is the key's UUID, the nonce, the encrypted text and the authentication tag. The tag also authenticates the UUID and the
 * encryption context.
 */
export class KeyStore {
  readonly #directory: string;
  readonly #keys = new Map<string, KeyDefinition>();
  readonly #material = new Map<string, Buffer>();
  readonly #pairs = new Map<string, KeyObject>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  provide(keys: readonly KeyDefinition[]): void {
    for (const key of keys) this.#keys.set(key.id, key);
  }

  find(idOrArn: string): KeyDefinition | undefined {
    return this.#keys.get(idOrArn) ?? [...this.#keys.values()].find(({ arn }) => arn === idOrArn);
  }

  encrypt(key: KeyDefinition, plaintext: Buffer, context: EncryptionContext): Buffer {
    const name = nameOf(key);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#materialOf(key), nonce);
    cipher.setAAD(additionalData(name, context));
    const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([name, nonce, encrypted, cipher.getAuthTag()]);
  }

  /** Returns the key that a ciphertext names. Throws InvalidCiphertext. */
  keyOf(ciphertext: Buffer): KeyDefinition {
    const name = ciphertext.subarray(0, uuidBytes);
    const key = [...this.#keys.values()].find((candidate) => nameOf(candidate).equals(name));
    if (!key || ciphertext.length < uuidBytes + nonceBytes + tagBytes) throw new InvalidCiphertext();
    return key;
  }

  decrypt(ciphertext: Buffer, context: EncryptionContext): Buffer {
    const key = this.keyOf(ciphertext);
    const nonce = ciphertext.subarray(uuidBytes, uuidBytes + nonceBytes);
    const encrypted = ciphertext.subarray(uuidBytes + nonceBytes, -tagBytes);
    const decipher = createDecipheriv(algorithm, this.#materialOf(key), nonce, { authTagLength: tagBytes });
    decipher.setAAD(additionalData(nameOf(key), context));
    decipher.setAuthTag(ciphertext.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(encrypted), decipher.final()]);
    } catch {
      throw new InvalidCiphertext();
    }
  }

  /** Signs the SHA-256 of a message: ECDSA, in DER (RFC 3279, section 2.2.3). */
  sign(key: KeyDefinition, message: Buffer): Buffer {
    return sign('sha256', message, this.#pairOf(key));
  }

  /** Returns the public key of a pair, as SubjectPublicKeyInfo in DER. */
  publicKey(key: KeyDefinition): Buffer {
    return createPublicKey(this.#pairOf(key)).export({ format: 'der', type: 'spki' });
  }

  #materialOf({ id }: KeyDefinition): Buffer {
    const path = this.#pathOf(id);
    const material = this.#material.get(id) ?? loadOrMake(path, () => randomBytes(keyBytes));
    if (material.length !== keyBytes) throw new Error(`${path} is not a key of ${keyBytes} bytes.`);
    this.#material.set(id, material);
    return material;
  }

  #pairOf({ id }: KeyDefinition): KeyObject {
    const pair = this.#pairs.get(id) ?? toPrivateKey(loadOrMake(this.#pathOf(id), newPrivateKey));
    this.#pairs.set(id, pair);
    return pair;
  }

  #pathOf(id: string): string {
    return join(this.#directory, `${id}.key`);
  }
}

const newPrivateKey = (): Buffer =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'der', type: 'pkcs8' });

const toPrivateKey = (key: Buffer): KeyObject => createPrivateKey({ key, format: 'der', type: 'pkcs8' });

/**
 * Returns a key from its file, or makes the key. A new key is synced to disk before its first use, because ciphertexts and signatures are
 * worthless if the key is lost.
 */
function loadOrMake(path: string, make: () => Buffer): Buffer {
  const existing = ifFileExists(() => readFileSync(path));
  if (existing) return existing;
  const made = make();
  writeAtomically(path, made);
  return made;
}

const nameOf = ({ id }: KeyDefinition): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function additionalData(name: Buffer, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([name, Buffer.from(JSON.stringify(pairs))]);
}
