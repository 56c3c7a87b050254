/** Markup that is safe to send: its values were escaped. */
export interface Html {
  readonly markup: string;
}

export type Value = Html | string | number | null | undefined | false | readonly Value[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const render = (value: Value): string => {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  if (typeof value === 'object' && 'markup' in value) return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
};

/** Makes markup of a template. Values are escaped unless they are `Html` themselves; attribute values must be quoted. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(render)),
});

/** Marks text of our own as markup, such as a style sheet. Never call it with text that came from outside. */
export const trusted = (markup: string): Html => ({ markup });
