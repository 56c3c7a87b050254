/** Markup that is safe to send, because its values are escaped. */
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

/** Makes markup from a template. Values are escaped, except `Html`. In the template, the values of attributes must be quoted. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(render)),
});

/**
 * Marks a text of the service itself as markup, such as a style sheet. Never call this function with text from people or other programs.
 */
export const trusted = (markup: string): Html => ({ markup });
