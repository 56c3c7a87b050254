import { apiKeyIdOf } from '../../../shared/data/callers/apiKeys.ts';
import type { Row } from '../commandLine/output.ts';

/** A line of a log about one request. */
export interface LogLine {
  /** RFC 3339. */
  readonly time: string;
  /** The name of the log. */
  readonly log: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/**
 * The fields that the command prints, in their order. Others could contain an address or a token: `ip`, `path`, and the messages of errors,
 * which may repeat what a client sent.
 */
const printed = [
  'message',
  'method',
  'route',
  'operation',
  'page',
  'status',
  'code',
  'param',
  'errorType',
  'user_id',
  'organization_id',
  'credential',
  'staff',
  'staff_override',
  'document_id',
  'version_id',
  'file',
  'replayed',
  'contention',
  'duration_ms',
  'responseMilliseconds',
  'function_request_id',
] as const;

/** Returns the id of an API key in place of its name in logs. The name of a session is shorter than its id, so it stays. */
function credentialOf(name: unknown): unknown {
  const [, uuid] = (typeof name === 'string' && /^key:([0-9a-f-]{36})$/.exec(name)) || [];
  return uuid === undefined ? name : apiKeyIdOf({ uuid });
}

/** Returns the fields of a line that operators may see. Of an error, only its name. */
export function presentLine({ time, log, entry }: LogLine): Row {
  const values = printed.flatMap((name) => {
    const value = name === 'credential' ? credentialOf(entry[name]) : entry[name];
    const isShown = ['string', 'number', 'boolean'].includes(typeof value) && value !== '-';
    return isShown ? [[name, value as string | number | boolean] as const] : [];
  });
  const { name } = Object(entry.error) as { readonly name?: unknown };
  return {
    time,
    log,
    ...Object.fromEntries(values),
    ...(typeof name === 'string' && { error: name }),
  };
}
