import { signal } from '@preact/signals';
import { loadMe } from './service/session.ts';
import { showLanguage } from './words/words.ts';

/** The state of the console's start. */
export type Start =
  | { readonly state: 'loading' | 'ready' }
  | { readonly state: 'failed'; readonly error: unknown };

/** Loads the words and the person at the same time. */
export function start() {
  const progress = signal<Start>({ state: 'loading' });
  const load = async () => {
    progress.value = { state: 'loading' };
    try {
      const [{ language }] = await Promise.all([loadMe(), showLanguage(document.documentElement.lang)]);
      if (language) await showLanguage(language);
      // Removes the mark of a reload, so that the page may reload again after the next update.
      sessionStorage.removeItem('reloadedAt');
      progress.value = { state: 'ready' };
    } catch (error) {
      progress.value = { state: 'failed', error };
    }
  };
  void load();
  return { progress, load };
}
