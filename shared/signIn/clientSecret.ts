import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { SignInError } from './failure.ts';

/** Reads and decrypts an SSM parameter. Throws a SignInError when it cannot be read. */
export async function readClientSecret(name: string): Promise<string> {
  // Makes the client only to read a secret: at most every ten minutes, and never if the service has no client secret.
  const ssm = new SSMClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
  const failure = (cause: unknown) =>
    new SignInError('failed', { cause: new Error(`the parameter ${name} could not be read`, { cause }) });
  const { Parameter } = await ssm
    .send(new GetParameterCommand({ Name: name, WithDecryption: true }))
    .catch((error: unknown) => Promise.reject(failure(error)));
  if (!Parameter?.Value) throw failure('it is empty');
  return Parameter.Value;
}
