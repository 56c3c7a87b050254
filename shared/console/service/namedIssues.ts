import type { ApiError } from '../../client/index.ts';

/** An issue with a field of a request. */
export interface NamedIssue {
  /** The names of the field, and of the fields that contain it: `rules.allowed_emails`, then `rules`. */
  readonly names: readonly string[];
  /** The service's sentence. */
  readonly message: string;
  /** The entry of a list that is wrong. */
  readonly entry?: string;
}

/** The fields of codes that can come without a name. */
const fieldsOfCodes: Readonly<Record<string, string>> = {
  name_taken: 'name',
  already_member: 'email',
  url_not_allowed: 'url',
};

/**
 * Returns the fields that an error is about. The envelope names one as `param`, the problem format all as `location`. A problem of the status
 * 400 names none; its sentence begins with the field.
 */
export function namedIssues({ code, errors, param, message, status }: ApiError): NamedIssue[] {
  if (errors.length > 0)
    return errors.map((one) => issueOf(one.location.replace(/^\w+\./, ''), one.message, one.value));
  const begun = status === 400 ? /^[a-z_]+(?=[. ])/.exec(message)?.[0] : undefined;
  const name = param ?? fieldsOfCodes[`${code}`] ?? begun;
  return name === undefined ? [] : [issueOf(name, message)];
}

function issueOf(path: string, message: string, value?: unknown): NamedIssue {
  const parts = path.split('.');
  const named = parts.filter((part) => !/^\d+$/.test(part));
  const names = named.map((_, index) => named.slice(0, named.length - index).join('.'));
  const isEntry = named.length < parts.length && typeof value === 'string';
  return { names, message, ...(isEntry && { entry: value }) };
}
