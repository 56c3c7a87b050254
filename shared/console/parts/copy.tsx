import { toast } from '../frame/toasts.tsx';
import { t } from '../words/words.ts';
import { Icon } from './icon.tsx';

/** Copies a text, such as a link. If the browser does not allow it, the person is told. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copy.done'));
  } catch {
    toast(t('copy.failed'));
  }
}

/** A text that people pass on, with a button that copies it. */
export const Copyable = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="copyable">
    <input readOnly value={text} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
    <button type="button" class="button" onClick={() => copyText(text)}>
      <Icon name="copy" />
      {t('copy.action')}
    </button>
  </div>
);
