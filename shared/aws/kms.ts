import { endpointsOf } from './endpoints.ts';
import { jsonFailure } from './errors.ts';
import { kmsParameters, kmsRules } from './sdk.ts';
import { jsonRequest, sender } from './send.ts';
import { settingsOf } from './settings.ts';

const settings = settingsOf('kms', { maxAttempts: 3 });
const endpointOf = endpointsOf(settings, { serviceId: 'KMS', bdd: kmsRules, ...kmsParameters });

type Answered = Readonly<Partial<Record<'CiphertextBlob' | 'Plaintext' | 'Signature' | 'PublicKey', string>>>;

/** Sends an operation to KMS. Bytes are in Base64. KMS answers in milliseconds, as DynamoDB does. */
export const kms = sender<object, Answered>(
  settings,
  { connectMilliseconds: 1000, answerMilliseconds: 2000 },
  {
    request: async (operation, input) =>
      jsonRequest(await endpointOf(), `TrentService.${operation}`, JSON.stringify(input), {
        'content-type': 'application/x-amz-json-1.1',
      }),
    output: ({ body }) => JSON.parse(body.toString()),
    failure: jsonFailure,
  },
);
