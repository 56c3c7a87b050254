import { toast } from '../frame/toasts.tsx';
import { t } from '../words/words.ts';

/** Copies a text, such as a link. A toast says if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copy.done'));
  } catch {
    toast(t('copy.failed'));
  }
}
