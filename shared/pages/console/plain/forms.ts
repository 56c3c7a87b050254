import { wrongField } from '../../../access/errors.ts';
import { idempotencyKeyPattern } from '../../../contract/headers.ts';

/** A form of a plain page, with each of its fields once. */
export interface PlainForm {
  readonly field: (name: string) => string;
  /** Returns the field `id`. Throws `invalid_value` for text that cannot be an id. */
  readonly id: <Prefix extends string>(prefix: Prefix) => `${Prefix}_${string}`;
  readonly idempotencyKey: string | undefined;
}

/** Every form may have these fields: the change, the key of its request, and the document as the person saw it. */
const common = ['act', 'key', 'tag', 'seen'];

/** Reads a form. Throws an ApiError for a missing, unknown or repeated field, so that a damaged form changes nothing. */
export function plainForm(sent: URLSearchParams, names: readonly string[]): PlainForm {
  for (const name of new Set([...names, ...sent.keys()])) {
    const count = sent.getAll(name).length;
    if (count === 0) throw wrongField(name, 'is required', undefined, 'missing_required_field');
    if (count > 1) throw wrongField(name, 'must be sent only once');
    if (!names.includes(name) && !common.includes(name))
      throw wrongField(name, 'is not a field of this form', undefined, 'unknown_field');
  }
  const field = (name: string) => sent.get(name) ?? '';
  return {
    field,
    id: (prefix) => {
      const id = field('id');
      if (!/^\w+$/.test(id)) throw wrongField('id', 'is not an id');
      return id as `${typeof prefix}_${string}`;
    },
    idempotencyKey: idempotencyKeyOf(sent.get('key')),
  };
}

/** Returns the `Idempotency-Key` of a form; undefined if the form has none. */
export function idempotencyKeyOf(key: string | null | undefined): string | undefined {
  if (key && !idempotencyKeyPattern.test(key))
    throw wrongField('key', 'must be 1 to 255 visible ASCII characters');
  return key || undefined;
}

/** Returns the entity tag of a form, which becomes a header; undefined if the form has none. */
export function tagOf(tag: string | null): string | undefined {
  if (tag && !/^[ -~]*$/.test(tag)) throw wrongField('tag', 'is not an entity tag');
  return tag || undefined;
}
