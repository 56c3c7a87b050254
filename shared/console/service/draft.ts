import { useSignal, useSignalEffect } from '@preact/signals';

/**
 * A text that a person types. It survives a reload of the page, until `clear`. `name`: the same for the same field after a reload,
 * such as `title doc_...`. `initial`: the text without a draft.
 */
export function useDraft(name: string, initial: string) {
  const key = `draft ${name}`;
  const text = useSignal(sessionStorage.getItem(key) ?? initial);
  useSignalEffect(() => {
    if (text.value === initial) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text.value);
  });
  return { text, clear: () => sessionStorage.removeItem(key) };
}
