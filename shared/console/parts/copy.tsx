import { toast } from '../frame/toasts.tsx';
import { t } from '../words/words.ts';

/** Copies a text, such as a link. If the browser does not allow it, the person is told. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copy.done'));
  } catch {
    toast(t('copy.failed'));
  }
}
