import { isTrustworthy } from '../../shared/signIn/trustworthy.ts';
import { normalizedEmail } from '../../shared/text/emailAddress.ts';

/** A setting, as it is in a stage's file. */
export interface Setting<T> {
  readonly byDefault: T;
  /** The end of the sentence "<name> must be ...". */
  readonly mustBe: string;
  isValid(value: unknown): value is T;
  /** Returns the value of a setting from a text, which `-c` or a variable gives. A text without a meaning is returned unchanged. */
  fromText(text: string): unknown;
}

type Kind<T> = Omit<Setting<T>, 'byDefault'>;

/** A setting that can be absent or off. Default: null */
export const optional = <T>(kind: Kind<T>): Setting<T | null> => ({
  ...kind,
  byDefault: null,
  isValid: (value): value is T | null => value === null || kind.isValid(value),
});

/** A setting with a default value. */
export const required = <T>(kind: Kind<T>, byDefault: T): Setting<T> => ({ ...kind, byDefault });

export const count = (least = 1, most = Number.MAX_SAFE_INTEGER): Kind<number> => ({
  mustBe: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
  isValid: (value): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most,
  fromText: numberFrom,
});

/** One of some whole numbers. */
export const oneOf = (...numbers: readonly number[]): Kind<number> => ({
  mustBe: `one of ${numbers.join(', ')}`,
  isValid: (value): value is number => numbers.some((one) => one === value),
  fromText: numberFrom,
});

export const share: Kind<number> = {
  mustBe: 'a number from 0 to 1',
  isValid: (value): value is number => typeof value === 'number' && value >= 0 && value <= 1,
  fromText: numberFrom,
};

function numberFrom(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A flag is off by default. */
export const flag: Setting<boolean> = {
  byDefault: false,
  mustBe: 'true or false',
  isValid: (value): value is boolean => typeof value === 'boolean',
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** One of some words. Default: the first */
export const word = <W extends string>(...words: readonly [W, W, ...W[]]): Setting<W> => ({
  byDefault: words[0],
  mustBe: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  isValid: (value): value is W => words.some((one) => one === value),
  fromText: (given) => given,
});

export const text = (mustBe: string, isValid: (value: string) => boolean): Kind<string> => ({
  mustBe,
  isValid: (value): value is string => typeof value === 'string' && isValid(value),
  fromText: (given) => given,
});

/** A list of texts, which `-c` separates by commas. Default: empty */
export const list = (kind: string, isValid: (value: string) => boolean): Setting<readonly string[]> => ({
  byDefault: [],
  mustBe: `a list of ${kind}`,
  isValid: (value): value is readonly string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string' && isValid(one)),
  fromText: (given) => given.split(','),
});

/**
 * A list in a variable of functions. The characters of all texts with their commas are limited, because all variables of a function together
 * must fit into 4 KB (AWS Lambda, "Lambda quotas").
 */
export const listInVariable = (
  kind: string,
  isValid: (value: string) => boolean,
  mostCharacters: number,
): Setting<readonly string[]> => {
  const any = list(kind, isValid);
  return {
    ...any,
    mustBe: `${any.mustBe}, with at most ${mostCharacters} characters together`,
    isValid: (value): value is readonly string[] =>
      any.isValid(value) && value.join(',').length <= mostCharacters,
  };
};

/** A list of different texts. */
export const eachOnce = (any: Setting<readonly string[]>): Setting<readonly string[]> => ({
  ...any,
  isValid: (value): value is readonly string[] => any.isValid(value) && new Set(value).size === value.length,
});

/** A list of one or two different texts, which `-c` separates by commas. */
export const oneOrTwo = (kind: string, isValid: (value: string) => boolean): Kind<readonly string[]> => {
  const any = list(kind, isValid);
  return {
    mustBe: `a list of one or two different ${kind}`,
    isValid: (value): value is readonly string[] =>
      any.isValid(value) && value.length > 0 && value.length <= 2 && new Set(value).size === value.length,
    fromText: any.fromText,
  };
};

/** Keys and values by which an account divides its costs. `-c` separates them by commas: `team=docs,cost=42`. Default: none */
export const tags: Setting<Readonly<Record<string, string>>> = {
  byDefault: {},
  mustBe:
    'an object of at most 40 tags: keys of 1 to 128 characters that do not begin with aws:, values of at most 256, of letters, digits, spaces and _.:/=+-@, with at most 2000 characters together',
  isValid: (value): value is Readonly<Record<string, string>> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= tagsMax &&
    Object.entries(value).every(
      ([key, text]) => isTagText(key, 1, 128) && !/^aws:/i.test(key) && isTagText(text, 0, 256),
    ) &&
    Object.entries(value).flat().join('').length <= tagsMaxCharacters,
  fromText: (given) => {
    const pairs = given.split(',').map((pair) => pair.split('='));
    return pairs.every(({ length }) => length === 2) ? Object.fromEntries(pairs) : given;
  },
};

/** A resource has at most 50 tags (AWS, "Tagging AWS resources"), and CDK and CloudFormation add some. */
const tagsMax = 40;

/** A template has the tags of each resource, and at most a million bytes (AWS CloudFormation, "Quotas"). */
const tagsMaxCharacters = 2000;

/** AWS, "Tagging AWS resources": the characters that all services allow. */
const isTagText = (text: unknown, least: number, most: number): boolean =>
  typeof text === 'string' &&
  text.length >= least &&
  text.length <= most &&
  /^[\p{L}\p{N} _.:/=+@-]*$/u.test(text);

/**
 * Returns whether a text can be the service's base URL. The URL must have HTTPS, except on this machine, because over plain HTTP others
 * could read session cookies and links.
 */
export function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return isTrustworthy(url) && value === (url.origin + url.pathname).replace(/\/$/, '');
}

/** Returns whether a text is an origin exactly as browsers write it (https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin). */
export const isOrigin = (value: string): boolean =>
  URL.canParse(value) && isTrustworthy(new URL(value)) && new URL(value).origin === value;

export const isIssuer = (value: string): boolean => URL.canParse(value) && isTrustworthy(new URL(value));

/**
 * Returns whether a text is the address of a web page that the footer links to. The length is limited, because all variables of a function
 * together must fit into 4 KB.
 */
export const isWebPage = (value: string): boolean =>
  value.length <= 500 && URL.canParse(value) && isTrustworthy(new URL(value));

export const isNameOnPages = (value: string): boolean => /^(?=.*\S)[^\p{Cc}]{1,100}$/u.test(value);

export const isDomain = (value: string): boolean =>
  value.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value);

export const isCertificateArn = (value: string): boolean =>
  /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/.test(value);

export const isHostedZoneId = (value: string): boolean => /^Z[A-Z0-9]{1,31}$/.test(value);

export const isEmailAddress = (value: string): boolean => /^[^\s@]+@[^\s@]+$/.test(value);

/** Returns whether a text is an e-mail address as the service compares addresses, and without a comma, which separates addresses. */
export const isNormalizedEmail = (value: string): boolean =>
  normalizedEmail(value) === value && !value.includes(',');

/** The name of a collection has at most 28 characters (AWS::OpenSearchServerless::Collection), 20 of which are for the stage. */
export const isCollectionName = (value: string): boolean => /^[a-z0-9]{1,2}$/.test(value);

/** Returns whether a text is the ARN of a role or a user (AWS IAM, "IAM identifiers"), without a comma, which separates ARNs. */
export const isPrincipal = (value: string): boolean =>
  /^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/[\w+=.@/-]{1,600}$/.test(value);

/** AWS CloudFormation, "Resources": a logical id has letters and digits only. */
export const isLogicalId = (value: string): boolean => /^[A-Za-z0-9]{1,255}$/.test(value);

export const isSha256 = (value: string): boolean => /^[0-9a-f]{64}$/.test(value);

export const isHeaderName = (value: string): boolean => /^[A-Za-z0-9-]+$/.test(value);

/** Returns whether a header may hold the viewer's address. X-Forwarded-For may not, because clients can set the beginning of its value. */
export const isViewerAddressHeader = (value: string): boolean =>
  isHeaderName(value) && !/^(x-forwarded-for|forwarded)$/i.test(value);

/** AWS Systems Manager, "PutParameter". */
export const isParameterName = (value: string): boolean =>
  /^\/?[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/.test(value) && value.length <= 1011;
