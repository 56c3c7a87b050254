import * as z from 'zod/mini';
import type { OperationContract } from '../../shared/contract/operation.ts';
import type { Actor, Credentials } from '../support/client.ts';

export interface BenchRequest {
  /** Whose API key is sent. Default: owner */
  readonly as?: Actor;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operation whose answers have a body. */
type Answering<S extends z.ZodMiniType> = OperationContract & { readonly success: { readonly schema: S } };

export type Client = ReturnType<typeof clientOf>;

/** Returns a client that sends operations of the contract. The conformance tests' client checks more and needs vitest. */
export function clientOf({ base_url, api_keys }: Credentials) {
  /** Resolves with the response, whatever its status. */
  const send = (
    { method, path }: OperationContract,
    { as = 'owner', path: parameters = {}, query = {}, json, form, headers }: BenchRequest = {},
  ): Promise<Response> => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
    const body = json ? JSON.stringify(json) : form;
    return fetch(`${base_url}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        Authorization: `Bearer ${api_keys[as]}`,
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body }),
    });
  };
  /** Resolves with the text of a success. Throws an error with the answer for any other status. */
  const succeed = async (contract: OperationContract, request?: BenchRequest): Promise<string> => {
    const response = await send(contract, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${contract.id}: ${response.status} ${text}`);
    return text;
  };
  /** Resolves with the body of a success. */
  const call = async <S extends z.ZodMiniType>(
    contract: Answering<S>,
    request?: BenchRequest,
  ): Promise<z.infer<S>> => z.parse(contract.success.schema, JSON.parse(await succeed(contract, request)));
  return { send, succeed, call };
}
