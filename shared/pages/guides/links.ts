import json from '../../contract/openapi.json' with { type: 'json' };
import type { OpenApi } from '../../openapi/model.ts';
import { codes } from '../reference/errors.ts';
import { errorsSlug, eventTypesSlug, groupLink, slugOf } from '../reference/links.ts';
import { placeholders } from '../reference/placeholders.ts';
import { guidePath } from './paths.ts';

const { paths, webhooks }: OpenApi = json;

/** The links to the parts of the reference, by the names that guides write as code: operations, events and error codes. */
const inReference: ReadonlyMap<string, string> = new Map([
  ...Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, tags = [] }): [string, string] => [
      operationId,
      groupLink(slugOf(tags[0] ?? ''), operationId),
    ]),
  ...Object.entries(webhooks).flatMap(([type, item]) =>
    Object.values(item).map(({ operationId }): [string, string] => [
      type,
      groupLink(eventTypesSlug, operationId),
    ]),
  ),
  ...codes.map(({ code }): [string, string] => [code, groupLink(errorsSlug, code)]),
]);

/** Returns the link to the part of the reference that describes a name; undefined for other code. */
export const referenceLink = (code: string): string | undefined => inReference.get(code);

/** Returns the link to a guide, or to a heading of it. */
export const guideLink = (name: string, anchor?: string): string =>
  placeholders.prefix + guidePath(name) + (anchor === undefined ? '' : `#${anchor}`);
