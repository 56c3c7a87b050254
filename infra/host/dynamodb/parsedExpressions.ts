/** Caches parsed expressions. Parsing an expression with dynalite's grammars takes longer than the rest of a write. */
import type { Attributes } from 'dynalite/db/index.js';
import type { ExpressionParser } from 'dynalite/db/updateParser.js';

/**
 * The cache is cleared at this size. Usually the size is never reached: expressions have placeholders for their values, so a program sends
 * the same few expressions again and again. Expressions that contain their values would fill the cache.
 */
const maxRemembered = 2000;

interface Remembered {
  readonly result: object;
  readonly valueNames: ReadonlyMap<unknown, string>;
  /** The names of the values at both ends of each BETWEEN. The parser refuses ends in the wrong order. */
  readonly ranges: readonly (readonly [low: string, high: string])[];
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

/** Matches functions whose parse result depends on the value itself, not only on its type. */
const byValue = /attribute_type/i;

/** Wraps dynalite's parser and reuses the results of equal expressions with values of the same types. Refusals are not cached. */
export function remembering(parse: ExpressionParser['parse']): ExpressionParser['parse'] {
  const known = new Map<string, Remembered>();
  return (text, { context }) => {
    if (byValue.test(text)) return parse(text, { context });
    const { attrNames = {}, attrVals = {}, unusedAttrNames, unusedAttrVals } = context;
    const key = JSON.stringify([text, attrNames, typesOf(attrVals)]);
    let remembered = known.get(key);
    if (!remembered) {
      // The parser deletes each name that it uses from the unused names. Here all names are passed as unused, so that the deleted names are
      // exactly the used ones.
      const all = { unusedAttrNames: { ...attrNames }, unusedAttrVals: { ...attrVals } };
      const result = parse(text, { context: { ...context, ...all } });
      if (typeof result === 'string') return result;
      const valueNames = new Map<unknown, string>(
        Object.entries(attrVals).map(([name, value]) => [value, name]),
      );
      remembered = {
        result,
        valueNames,
        ranges: rangesIn(result, valueNames),
        usedNames: Object.keys(attrNames).filter((name) => !(name in all.unusedAttrNames)),
        usedValues: Object.keys(attrVals).filter((name) => !(name in all.unusedAttrVals)),
      };
      if (known.size >= maxRemembered) known.clear();
      known.set(key, remembered);
    }
    const isEmpty = remembered.ranges.some(([low, high]) =>
      context.compare('GT', attrVals[low], attrVals[high]),
    );
    if (isEmpty) return parse(text, { context });
    for (const name of remembered.usedNames) delete unusedAttrNames[name];
    for (const name of remembered.usedValues) delete unusedAttrVals[name];
    return withValues(remembered.result, remembered.valueNames, attrVals);
  };
}

const typesOf = (values: Attributes): readonly string[] =>
  Object.entries(values).map(([name, value]) => `${name} ${Object.keys(value).join()}`);

/** Returns the names of the values at both ends of each BETWEEN. */
function rangesIn(node: unknown, names: ReadonlyMap<unknown, string>): Remembered['ranges'] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap((member) => rangesIn(member, names));
  if (!('type' in node) || node.type !== 'between' || !('args' in node) || !Array.isArray(node.args))
    return inside;
  const [low, high] = node.args.slice(1).map((end) => names.get(end));
  return low === undefined || high === undefined ? inside : [[low, high], ...inside];
}

/**
 * Returns a copy with new values in place of the parsed values. Each use needs a copy, because dynalite changes an expression while
 * carrying it out.
 */
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
