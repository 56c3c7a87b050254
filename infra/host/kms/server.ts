import * as z from 'zod/mini';
import type { Access } from '../iam/access.ts';
import { encryptionContextKey } from '../iam/conditions.ts';
import { jsonGuard } from '../iam/jsonGuard.ts';
import type { RequiredAction } from '../iam/policy.ts';
import { type JsonAction, JsonError, type JsonServer, startJsonServer } from '../jsonServer.ts';
import { localAccountId } from '../template/localNames.ts';
import type { KeyDefinition } from '../template/stores.ts';
import { KeyStore } from './keys.ts';

interface LocalKms extends JsonServer {
  /** Adds the keys of the stack. */
  provide(keys: readonly KeyDefinition[]): void;
}

/**
 * Starts a local KMS, which keeps its keys in a directory. It supports Encrypt and Decrypt with symmetric keys, Sign and GetPublicKey with
 * key pairs on P-256, and DescribeKey. It refuses other operations.
 *
 * @param options.port 0 picks a free port
 * @param options.access decides who may use which key. Default: accepts any signature
 */
export async function startKms(options: {
  directory: string;
  port: number;
  access?: Access;
}): Promise<LocalKms> {
  const keys = new KeyStore(options.directory);
  const server = await startJsonServer(options.port, {
    target: 'TrentService',
    protocol: '1.1',
    guard:
      options.access && jsonGuard(options.access, 'kms', (action, input) => askedOf(keys, action, input)),
    actions: new Map(
      Object.entries(operations).map(([name, operation]): [string, JsonAction] => [
        name,
        (input) => operation(keys, input),
      ]),
    ),
  });
  return {
    ...server,
    provide: (definitions) => keys.provide(definitions),
  };
}

/**
 * Returns the actions of a request, with its encryption context (AWS KMS, "Condition keys for AWS KMS"). For a key that does not
 * exist, it returns none, so that the answer is NotFoundException.
 */
function askedOf(keys: KeyStore, action: string, input: object): RequiredAction[] {
  const { KeyId, CiphertextBlob, EncryptionContext = {} } = parse(askedSchema, input);
  const named =
    KeyId === undefined ? keys.keyOf(Buffer.from(CiphertextBlob ?? '', 'base64')) : keys.find(KeyId);
  if (!named) return [];
  const pairs = Object.entries(EncryptionContext);
  return [
    {
      action: `kms:${action}`,
      resource: named.arn,
      values: {
        ...(pairs.length > 0 && { 'kms:encryptioncontextkeys': pairs.map(([name]) => name) }),
        ...Object.fromEntries(
          pairs.map(([name, value]) => [encryptionContextKey + name.toLowerCase(), [value]]),
        ),
      },
    },
  ];
}

const askedSchema = z.object({
  KeyId: z.optional(z.string()),
  CiphertextBlob: z.optional(z.string()),
  EncryptionContext: z.optional(z.record(z.string(), z.string())),
});

/** AWS KMS API Reference, "Encrypt": the most that a symmetric key encrypts. */
const maxPlaintextBytes = 4096;
/** AWS KMS API Reference, "Decrypt". */
const maxCiphertextBytes = 6144;

/** Parses the bytes of a field in Base64. */
const bytes = (max: number) =>
  z.pipe(
    z.base64(),
    z.transform((text: string, context) => {
      const decoded = Buffer.from(text, 'base64');
      if (decoded.length < 1 || decoded.length > max)
        context.issues.push({
          code: 'custom',
          input: text,
          message: `Member must have length from 1 to ${max}`,
        });
      return decoded;
    }),
  );
const context = z._default(z.record(z.string(), z.string()), {});
const EncryptionAlgorithm = z._default(z.literal('SYMMETRIC_DEFAULT'), 'SYMMETRIC_DEFAULT');
const encryptSchema = z.object({
  KeyId: z.string(),
  Plaintext: bytes(maxPlaintextBytes),
  EncryptionContext: context,
  EncryptionAlgorithm,
});
const decryptSchema = z.object({
  KeyId: z.optional(z.string()),
  CiphertextBlob: bytes(maxCiphertextBytes),
  EncryptionContext: context,
  EncryptionAlgorithm,
});
const describeKeySchema = z.object({ KeyId: z.string() });
/** AWS KMS API Reference, "Sign": the longest message. Longer ones are sent as digests, which this host does not support. */
const maxMessageBytes = 4096;
const signSchema = z.object({
  KeyId: z.string(),
  Message: bytes(maxMessageBytes),
  MessageType: z._default(z.literal('RAW'), 'RAW'),
  SigningAlgorithm: z.literal('ECDSA_SHA_256'),
});

type Operation = (keys: KeyStore, input: object) => object;

const operations: Readonly<Record<string, Operation>> = {
  Encrypt: (keys, input) => {
    const { KeyId, Plaintext, EncryptionContext, EncryptionAlgorithm } = parse(encryptSchema, input);
    const key = findFor('encryption', keys, KeyId);
    const ciphertext = keys.encrypt(key, Plaintext, EncryptionContext);
    return { CiphertextBlob: ciphertext.toString('base64'), KeyId: key.arn, EncryptionAlgorithm };
  },
  Decrypt: (keys, input) => {
    const { KeyId, CiphertextBlob, EncryptionContext, EncryptionAlgorithm } = parse(decryptSchema, input);
    const wanted = KeyId === undefined ? undefined : find(keys, KeyId);
    const key = keys.keyOf(CiphertextBlob);
    if (wanted && wanted !== key)
      throw new JsonError(
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      );
    const plaintext = keys.decrypt(CiphertextBlob, EncryptionContext);
    return { Plaintext: plaintext.toString('base64'), KeyId: key.arn, EncryptionAlgorithm };
  },
  Sign: (keys, input) => {
    const { KeyId, Message, SigningAlgorithm } = parse(signSchema, input);
    const key = findFor('signatures', keys, KeyId);
    return { KeyId: key.arn, Signature: keys.sign(key, Message).toString('base64'), SigningAlgorithm };
  },
  GetPublicKey: (keys, input) => {
    const key = findFor('signatures', keys, parse(describeKeySchema, input).KeyId);
    return { KeyId: key.arn, PublicKey: keys.publicKey(key).toString('base64'), ...usageOf(key) };
  },
  DescribeKey: (keys, input) => {
    const key = find(keys, parse(describeKeySchema, input).KeyId);
    return {
      KeyMetadata: {
        AWSAccountId: localAccountId,
        KeyId: key.id,
        Arn: key.arn,
        Enabled: true,
        KeyState: 'Enabled',
        ...usageOf(key),
        KeyManager: 'CUSTOMER',
        Origin: 'AWS_KMS',
        MultiRegion: false,
      },
    };
  },
};

const isForSignatures = ({ spec }: KeyDefinition): boolean => spec === 'ECC_NIST_P256';

const usageOf = (key: KeyDefinition): object =>
  isForSignatures(key)
    ? { KeyUsage: 'SIGN_VERIFY', KeySpec: key.spec, SigningAlgorithms: ['ECDSA_SHA_256'] }
    : { KeyUsage: 'ENCRYPT_DECRYPT', KeySpec: key.spec, EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'] };

/** Returns a key. Throws for a key with another use (AWS KMS, "Common errors"). */
function findFor(use: 'encryption' | 'signatures', keys: KeyStore, idOrArn: string): KeyDefinition {
  const key = find(keys, idOrArn);
  if (isForSignatures(key) !== (use === 'signatures'))
    throw new JsonError('InvalidKeyUsageException', `${key.arn} key usage is not valid for ${use}.`);
  return key;
}

function find(keys: KeyStore, idOrArn: string): KeyDefinition {
  const key = keys.find(idOrArn);
  if (!key) throw new JsonError('NotFoundException', `Key '${idOrArn}' does not exist`);
  return key;
}

function parse<S extends z.ZodMiniObject>(schema: S, input: object): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new JsonError('ValidationException', z.prettifyError(parsed.error));
  return parsed.data;
}
