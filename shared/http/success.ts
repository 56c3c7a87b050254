import * as z from 'zod/mini';
import type { OperationContract } from '../contract/operation.ts';
import { baseUrl, pathOf } from '../links.ts';
import { empty, type HttpResponse, json, tagged } from './response.ts';

/**
 * Returns the answer of an operation that went well: its response parsed with the contract, and the headers that follow from
 * both.
 *
 * @param path the request's path parameters
 */
export function success(contract: OperationContract, response: unknown, path: unknown): HttpResponse {
  const { status, schema } = contract.success;
  if (schema === null) return empty(status);
  const body = z.parse(schema, response);
  const answer = json(status, body);
  if (status === 201) answer.headers.Location = locationOf(contract, body, path);
  return contract.entityTag ? tagged(answer) : answer;
}

/** Returns the URL of what was created: its id, below the list that it was added to. */
function locationOf(contract: OperationContract, created: unknown, path: unknown): string {
  const { id } = z.parse(z.object({ id: z.string() }), created);
  const list = pathOf(contract, z.parse(z.record(z.string(), z.string()), path));
  return `${baseUrl()}${list}/${id}`;
}
