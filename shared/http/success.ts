import * as z from 'zod/mini';
import type { OperationContract } from '../contract/operation.ts';
import { baseUrl, pathOf } from '../presentation/links.ts';
import { entityTagOf } from './entityTag.ts';
import { empty, type HttpResponse, json, tagged } from './response.ts';

/** Parses a response by the contract's schema. Throws when the response does not match the schema. */
export const parsedResponse = ({ success: { schema } }: OperationContract, response: unknown): unknown =>
  schema === null ? undefined : z.parse(schema, response);

/** Returns the entity tag of a resource in its current state, before a request changes the resource. */
export const currentTag = ({ deletes, success, tagCovers }: OperationContract, current: unknown): string =>
  tagOf(z.parse(deletes ?? success.schema ?? z.never(), current), tagCovers);

const tagOf = (resource: unknown, fields?: readonly string[]): string =>
  entityTagOf(JSON.stringify(fields ? fields.map((field) => Object(resource)[field]) : resource));

/**
 * Returns the HTTP response of a successful operation, with the headers that follow from its contract and its body.
 *
 * @param body a parsed response
 * @param path the request's path parameters
 * @param isExisting whether the resource was there before. Default: it was not
 */
export function success(
  contract: OperationContract,
  body: unknown,
  path: unknown,
  isExisting = false,
): HttpResponse {
  const { schema, existing } = contract.success;
  const status = (isExisting ? existing : undefined) ?? contract.success.status;
  if (schema === null) return empty(status);
  const answer = json(status, body);
  const location = status === 201 && locationOf(contract, body, path);
  if (location) answer.headers.Location = location;
  if (!contract.entityTag) return answer;
  if (!contract.tagCovers) return tagged(answer);
  // Caches must not store this response: its entity tag covers only some fields, and the others may change.
  return { ...answer, headers: { ...answer.headers, ETag: tagOf(body, contract.tagCovers) } };
}

/**
 * Returns the URL of a created resource: the URL of its list, and the id of the resource. Undefined for several resources, which have no
 * id.
 */
function locationOf(contract: OperationContract, created: unknown, path: unknown): string | undefined {
  const { id } = z.parse(z.object({ id: z.optional(z.string()) }), created);
  if (id === undefined) return undefined;
  return `${baseUrl()}${pathOf(contract, Object(path))}/${id}`;
}
