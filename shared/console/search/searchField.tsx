import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { controlOf } from '../parts/controls.tsx';
import { t } from '../words/words.ts';

const searchDelayMilliseconds = 250;

interface SearchFieldProps {
  /** The words in the address. */
  readonly q: string | undefined;
  readonly onSearch: (q: string) => unknown;
}

/** The field of a search. It searches while the person types, a moment after the last letter, and at once by *Enter*. */
export function SearchField({ q = '', onSearch }: SearchFieldProps) {
  const text = useSignal(q);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // *Back* brings the earlier text. What the person types meanwhile stays.
    if (timer.current === undefined && text.value.trim() !== q) text.value = q;
  }, [q]);
  const search = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    onSearch(text.value.trim());
  };
  return (
    <input
      type="search"
      class="wide"
      enterkeyhint="search"
      aria-label={t('filters.search')}
      placeholder={t('filters.search')}
      maxLength={200}
      {...controlOf(text.value, (value) => {
        text.value = value;
        clearTimeout(timer.current);
        timer.current = setTimeout(search, searchDelayMilliseconds);
      })}
      onKeyDown={({ key, isComposing, currentTarget }) => {
        if (key !== 'Enter' || isComposing) return;
        search();
        // The keyboard of a phone would cover the hits.
        if (matchMedia('(pointer: coarse)').matches) currentTarget.blur();
      }}
    />
  );
}
