/** Expressions that are parsed once: dynalite's grammars take longer for one than all else that a write does. */
import type { Attributes } from 'dynalite/db/index.js';
import type { ExpressionParser } from 'dynalite/db/updateParser.js';

/** What a program sends are few expressions with ever other values; whoever puts values into the text is parsed each time. */
const maxRemembered = 2000;

interface Remembered {
  readonly result: object;
  /** The name of each value that the result has in it. */
  readonly valueNames: ReadonlyMap<unknown, string>;
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

/** Their results depend on the values themselves, and not on their types only. */
const byValue = /between|attribute_type/i;

/** dynalite's, with what came of equal expressions with values of the same types before. Refusals are parsed again. */
export function remembering(parse: ExpressionParser['parse']): ExpressionParser['parse'] {
  const known = new Map<string, Remembered>();
  return (text, { context }) => {
    if (byValue.test(text)) return parse(text, { context });
    const { attrNames = {}, attrVals = {}, unusedAttrNames, unusedAttrVals } = context;
    const key = JSON.stringify([text, attrNames, typesOf(attrVals)]);
    let remembered = known.get(key);
    if (!remembered) {
      // What another expression of the request has used is not unused any more, and this one may use it as well.
      const all = { unusedAttrNames: { ...attrNames }, unusedAttrVals: { ...attrVals } };
      const result = parse(text, { context: { ...context, ...all } });
      if (typeof result === 'string') return result;
      remembered = {
        result,
        valueNames: new Map(Object.entries(attrVals).map(([name, value]) => [value, name])),
        usedNames: Object.keys(attrNames).filter((name) => !(name in all.unusedAttrNames)),
        usedValues: Object.keys(attrVals).filter((name) => !(name in all.unusedAttrVals)),
      };
      if (known.size >= maxRemembered) known.clear();
      known.set(key, remembered);
    }
    for (const name of remembered.usedNames) delete unusedAttrNames[name];
    for (const name of remembered.usedValues) delete unusedAttrVals[name];
    return withValues(remembered.result, remembered.valueNames, attrVals);
  };
}

const typesOf = (values: Attributes): readonly string[] =>
  Object.entries(values).map(([name, value]) => `${name} ${Object.keys(value).join()}`);

/** A copy, because actions alter what they are given, with other values in the place of those that were parsed. */
function withValues<T>(node: T, names: ReadonlyMap<unknown, string>, values: Attributes): T;
function withValues(node: unknown, names: ReadonlyMap<unknown, string>, values: Attributes): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const name = names.get(node);
  if (name !== undefined) return values[name];
  if (Array.isArray(node)) return node.map((member) => withValues(member, names, values));
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(node));
  for (const [member, value] of Object.entries(node)) copy[member] = withValues(value, names, values);
  return copy;
}
