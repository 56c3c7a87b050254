import { illegalArgument, OpenSearchError } from './errors.ts';
import { type Entry, type Fields, readEntry } from './mappings.ts';

/** One action of a bulk request. `error`: the action is refused, and the others are carried out. */
export type BulkAction = { readonly id: string } & (
  | { readonly kind: 'index'; readonly entry: Entry }
  | { readonly kind: 'delete' }
  | { readonly kind: 'index'; readonly error: OpenSearchError }
);

/** Parses the lines of a bulk request (OpenSearch, "Bulk"). Throws an OpenSearchError if the request as a whole is malformed. */
export function readBulk(fields: Fields, body: string): BulkAction[] {
  if (!body.endsWith('\n')) throw illegalArgument('The bulk request must be terminated by a newline [\\n]');
  const lines = body.split('\n');
  const actions: BulkAction[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === '') continue;
    const { kind, id } = readAction(line, at + 1);
    if (kind === 'delete') actions.push({ kind, id });
    else {
      at += 1;
      actions.push({ kind, id, ...readIndexed(fields, id, lines[at] ?? '') });
    }
  }
  if (actions.length === 0)
    throw new OpenSearchError(400, 'action_request_validation_exception', 'no requests added;');
  return actions;
}

function readAction(line: string, number: number): { kind: 'index' | 'delete'; id: string } {
  const [[kind = '', parameters] = [], second] = Object.entries(parseObject(line) ?? {});
  if ((kind !== 'index' && kind !== 'delete') || second !== undefined || !isObject(parameters))
    throw illegalArgument(
      `Malformed action/metadata line [${number}], expected [index] or [delete] with [_id] but found [${kind}]`,
    );
  const { _id: id, ...others } = parameters;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw illegalArgument(`Action/metadata line [${number}] contains an unknown parameter [${unknown}]`);
  if (typeof id !== 'string' || id === '' || Buffer.byteLength(id) > idMaxBytes)
    throw illegalArgument(`Action/metadata line [${number}] has no _id of at most ${idMaxBytes} bytes`);
  return { kind, id };
}

/** OpenSearch, "Index document". */
const idMaxBytes = 512;

function readIndexed(
  fields: Fields,
  id: string,
  line: string,
): { readonly entry: Entry } | { readonly error: OpenSearchError } {
  try {
    const given = parseObject(line);
    if (!given) throw new OpenSearchError(400, 'mapper_parsing_exception', 'failed to parse');
    return { entry: readEntry(fields, id, given) };
  } catch (error) {
    if (error instanceof OpenSearchError) return { error };
    throw error;
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
