import { signal } from '@preact/signals';
import { loadMe } from './service/session.ts';
import { showLanguage } from './words/words.ts';

/** How far the start of the console is. */
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
      // The next update may reload the page again.
      sessionStorage.removeItem('reloadedAt');
      progress.value = { state: 'ready' };
    } catch (error) {
      progress.value = { state: 'failed', error };
    }
  };
  void load();
  return { progress, load };
}
