/** Resolves references to resources and pseudo parameters to their values on this machine. */
export interface References {
  /** Resolves `Ref`. Undefined: the name has no local value. */
  ref(name: string): string | undefined;
  /** Resolves `Fn::GetAtt`. */
  attribute(logicalId: string, attribute: string): string | undefined;
}

/** `Ref: AWS::NoValue`: the property is omitted. */
const noValue = Symbol('AWS::NoValue');

/** Evaluates a template's intrinsic functions. Throws for an expression that has no local value, with the expression in the message. */
export function resolveIntrinsics(value: unknown, references: References): unknown {
  const resolved = evaluate(value, references);
  return resolved === noValue ? undefined : resolved;
}

function evaluate(value: unknown, references: References): unknown {
  if (Array.isArray(value))
    return value.map((entry) => evaluate(entry, references)).filter((entry) => entry !== noValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  const intrinsic = entries.length === 1 && first && intrinsics[first[0]];
  if (intrinsic) return intrinsic(first[1], references);
  return Object.fromEntries(
    entries
      .map(([key, entry]) => [key, evaluate(entry, references)] as const)
      .filter(([, entry]) => entry !== noValue),
  );
}

type Intrinsic = (argument: unknown, references: References) => unknown;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (name, references) =>
    name === 'AWS::NoValue' ? noValue : found(references.ref(String(name)), { Ref: name }),
  'Fn::GetAtt': (argument, references) => {
    return found(references.attribute(...attributeOf(argument)), { 'Fn::GetAtt': argument });
  },
  'Fn::Join': (argument, references) => {
    const [separator, parts] = listOf(argument, references);
    return listOf(parts, references).map(String).join(String(separator));
  },
  'Fn::Split': (argument, references) => {
    const [separator, text] = listOf(argument, references);
    return String(text).split(String(separator));
  },
  'Fn::Select': (argument, references) => {
    const [index, choices] = listOf(argument, references);
    return found(listOf(choices, references)[Number(index)], { 'Fn::Select': argument });
  },
  'Fn::Sub': (argument, references) => {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    const values = evaluate(variables, references) as Record<string, unknown>;
    return String(text).replace(/\$\{(!?)([^}]+)\}/g, (expression, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in values) return String(values[name]);
      const value = name.includes('.') ? references.attribute(...splitOnce(name)) : references.ref(name);
      return String(found(value, expression));
    });
  },
};

function listOf(value: unknown, references: References): unknown[] {
  const list = evaluate(value, references);
  if (!Array.isArray(list))
    throw new Error(`The template has ${JSON.stringify(value)} where a list is required.`);
  return list;
}

/** Returns the logical id and the attribute that `Fn::GetAtt` names, in either of its forms. */
export function attributeOf(argument: unknown): [logicalId: string, attribute: string] {
  if (!Array.isArray(argument)) return splitOnce(String(argument));
  const [logicalId, attribute] = argument;
  return [String(logicalId), String(attribute)];
}

/** Splits `Queue.Arn`, the form in which `Fn::Sub` names an attribute. */
export function splitOnce(text: string): [logicalId: string, attribute: string] {
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
}

function found<T>(value: T | undefined, expression: unknown): T {
  if (value === undefined)
    throw new Error(
      `The local host has no value for ${JSON.stringify(expression)}, which the template uses.`,
    );
  return value;
}
