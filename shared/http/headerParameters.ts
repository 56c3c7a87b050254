/** A header with parameters, such as `form-data; name="title"`. */
export interface ParameterizedHeader {
  /** The text before the parameters, in lower case. */
  readonly value: string;
  /** The values of each parameter, in order. The names are in lower case. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
}

/** A semicolon, and the parameter after it if there is one. Where a match ends, the next semicolon must follow. */
const parameter = /;[ \t]*(?:([^ \t;="]+)[ \t]*=(?:[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*|([^";]*)))?/y;

/** Clients do not escape the backslashes in the name of a file on Windows, such as `C:\\Users\\contract.pdf`. */
const escapedIn = (name: string): RegExp => (/^filename$/i.test(name) ? /\\(["\\])/g : /\\(.)/g);

/**
 * Reads a header with parameters (RFC 9110, section 5.6.6). Semicolons without a parameter are ignored, and a value without quotes ends at
 * the next semicolon. Undefined for other text.
 */
export function parameterizedHeader(text: string): ParameterizedHeader | undefined {
  const [value = ''] = /^[^;]*/.exec(text) ?? [];
  const parameters = new Map<string, string[]>();
  for (let at = value.length; at < text.length; ) {
    parameter.lastIndex = at;
    const [all = '', name, quoted, plain = ''] = parameter.exec(text) ?? [];
    at += all.length;
    if (all === '' || (at < text.length && text[at] !== ';')) return undefined;
    if (name === undefined) continue;
    const values = parameters.get(name.toLowerCase()) ?? [];
    parameters.set(name.toLowerCase(), [...values, quoted?.replace(escapedIn(name), '$1') ?? plain.trim()]);
  }
  return { value: value.trim().toLowerCase(), parameters };
}
