import { type Signal, useSignal, useSignalEffect } from '@preact/signals';

/** A text that a person types. It survives a reload of the page, until `clear`. */
export interface Draft {
  readonly text: Signal<string>;
  clear(): void;
}

/** `name` identifies the field, also after a reload, such as `title doc_...`. `initial`: the text if there is no draft. */
export function useDraft(name: string, initial: string): Draft {
  const key = `draft ${name}`;
  const text = useSignal(sessionStorage.getItem(key) ?? initial);
  useSignalEffect(() => {
    if (text.value === initial) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text.value);
  });
  return { text, clear: () => sessionStorage.removeItem(key) };
}
