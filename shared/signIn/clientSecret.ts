import { fromEnv } from '@aws-sdk/credential-provider-env';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import { SignInError } from './failure.ts';

const timeoutMilliseconds = 4000;

const parameterResponse = z.object({ Parameter: z.object({ Value: z.string() }) });

/**
 * The value of an SSM parameter, decrypted: the one call to Systems Manager there is, signed as the SDK signs its own, so
 * that no function carries a client for it.
 */
export async function readClientSecret(name: string): Promise<string> {
  const region = process.env.AWS_REGION ?? '';
  const endpoint = new URL(process.env.AWS_ENDPOINT_URL_SSM ?? `https://ssm.${region}.amazonaws.com`);
  const body = JSON.stringify({ Name: name, WithDecryption: true });
  const signer = new SignatureV4({
    service: 'ssm',
    region,
    credentials: fromEnv(),
    sha256: Hash.bind(null, 'sha256'),
  });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    path: '/',
    headers: {
      host: endpoint.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameter',
    },
    body,
  });
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  if (!response.ok)
    throw new SignInError('failed', {
      cause: new Error(`Systems Manager answered ${response.status} for the parameter ${name}`),
    });
  return z.parse(parameterResponse, await response.json()).Parameter.Value;
}
