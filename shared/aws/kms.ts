import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { endpointsOf } from './endpoints.ts';
import { jsonRequest, sender } from './send.ts';

const { config } = new KMSClient({ maxAttempts: 3 });
const endpointOf = endpointsOf(config, GetPublicKeyCommand);

type Answered = Readonly<Partial<Record<'CiphertextBlob' | 'Plaintext' | 'Signature' | 'PublicKey', string>>>;

/** Sends an operation to KMS. Bytes are in Base64. KMS answers in milliseconds, as DynamoDB does. */
export const kms = sender<object, Answered>(
  config,
  { connectMilliseconds: 1000, answerMilliseconds: 2000 },
  {
    request: async (operation, input) =>
      jsonRequest(await endpointOf(), `TrentService.${operation}`, JSON.stringify(input), {
        'content-type': 'application/x-amz-json-1.1',
      }),
    output: ({ body }) => JSON.parse(body.toString()),
  },
);
