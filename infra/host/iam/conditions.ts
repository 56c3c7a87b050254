import { type Matcher, matcherOf } from './patterns.ts';

/** The condition keys of one request, by their names in lower case. Keys without a value in the request are missing. */
export type ConditionValues = Readonly<Record<string, readonly string[] | undefined>>;
/** The values that a policy requires, by operator and condition key. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type ConditionTest = (values: ConditionValues) => boolean;

/** Returns a test of a request's values against a policy's value. */
type Comparison = (wanted: string) => Matcher;

const equal: Comparison = (wanted) => (given) => given === wanted;
const equalIgnoringCase: Comparison = (wanted) => {
  const lower = wanted.toLowerCase();
  return (given) => given.toLowerCase() === lower;
};
const numeric =
  (compare: (given: number, wanted: number) => boolean): Comparison =>
  (wanted) =>
  (given) =>
    compare(Number(given), Number(wanted));

/** IAM User Guide, "IAM JSON policy elements: Condition operators". Negated operators are true for a missing condition key. */
const operators: Readonly<Record<string, { readonly compare: Comparison; readonly negated?: true }>> = {
  StringEquals: { compare: equal },
  StringNotEquals: { compare: equal, negated: true },
  StringEqualsIgnoreCase: { compare: equalIgnoringCase },
  StringNotEqualsIgnoreCase: { compare: equalIgnoringCase, negated: true },
  StringLike: { compare: matcherOf },
  StringNotLike: { compare: matcherOf, negated: true },
  ArnEquals: { compare: matcherOf },
  ArnLike: { compare: matcherOf },
  ArnNotEquals: { compare: matcherOf, negated: true },
  ArnNotLike: { compare: matcherOf, negated: true },
  Bool: { compare: equalIgnoringCase },
  NumericEquals: { compare: numeric((given, wanted) => given === wanted) },
  NumericNotEquals: { compare: numeric((given, wanted) => given === wanted), negated: true },
  NumericLessThan: { compare: numeric((given, wanted) => given < wanted) },
  NumericLessThanEquals: { compare: numeric((given, wanted) => given <= wanted) },
  NumericGreaterThan: { compare: numeric((given, wanted) => given > wanted) },
  NumericGreaterThanEquals: { compare: numeric((given, wanted) => given >= wanted) },
};

/** The condition keys that the stores know. Some of these keys, such as `kms:ViaService`, never occur in requests to the local stores. */
const knownKeys = new Set([
  'aws:principalarn',
  'aws:securetransport',
  'aws:sourceaccount',
  'aws:sourcearn',
  'dynamodb:leadingkeys',
  'kms:encryptioncontextkeys',
  'kms:viaservice',
  's3:delimiter',
  's3:max-keys',
  's3:prefix',
  's3:tlsversion',
]);
/** The prefix of condition keys for pairs of the encryption context. */
export const encryptionContextKey = 'kms:encryptioncontext:';

/** Compiles a policy's conditions to a test. Throws for an unknown operator, condition key or variable, with its name in the message. */
export function conditionsTest(conditions: Conditions): ConditionTest {
  const tests = Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, wanted]) => conditionTest(operator, key, wanted)),
  );
  return (values) => tests.every((test) => test(values));
}

function conditionTest(text: string, key: string, wanted: readonly string[]): ConditionTest {
  const name = key.toLowerCase();
  if (!knownKeys.has(name) && !name.startsWith(encryptionContextKey))
    throw new Error(`The local host does not know the condition key ${key}.`);
  const variable = wanted.find((value) => value.includes('${'));
  if (variable !== undefined)
    throw new Error(`The local host does not know policy variables, as in ${variable}.`);
  const [, set, operator = '', optional] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(text) ?? [];
  if (operator === 'Null')
    return (values) => wanted.some((value) => (value === 'true') === (values[name] === undefined));
  const known = operators[operator];
  if (!known) throw new Error(`The local host does not know the condition operator ${text}.`);
  const matchers = wanted.map(known.compare);
  const { negated = false } = known;
  const isMet: Matcher = (given) => matchers.some((matches) => matches(given)) !== negated;
  return (values) => {
    const given = values[name];
    if (given === undefined) return set === 'ForAllValues' || (set === undefined && (negated || !!optional));
    return set === 'ForAllValues' || (set === undefined && negated) ? given.every(isMet) : given.some(isMet);
  };
}
