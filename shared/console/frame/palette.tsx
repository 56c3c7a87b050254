import { signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Icon, sets } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { Command } from '../parts/menu.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { t } from '../words/words.ts';
import { destinations } from './destinations.ts';

export const paletteOpen = signal(false);

const screenCommands = signal<readonly Command[]>([]);

/** Adds the commands of a screen to the palette while the screen is shown. Replaces them when `key` changes. */
export function useCommands(commands: readonly Command[], key?: unknown): void {
  useEffect(() => {
    screenCommands.value = commands.filter(({ run }) => run);
    return () => {
      screenCommands.value = [];
    };
  }, [key]);
}

/** Opens by Ctrl K, or Command K on a Mac. */
export function Palette() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      paletteOpen.value = true;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return paletteOpen.value ? <OpenPalette /> : null;
}

const close = sets(paletteOpen, false);

const searchDelayMilliseconds = 250;
const foundMax = 20;

function OpenPalette() {
  const { route } = useLocation();
  const text = useSignal('');
  const at = useSignal(0);
  const found = useSignal<readonly Command[]>([]);
  const id = useId();
  const go = (href: string) => () => route(href);
  useEffect(() => {
    const controller = new AbortController();
    found.value = [];
    if (!/[\p{L}\p{M}\p{N}]/u.test(text.value)) return undefined;
    const timer = setTimeout(async () => {
      try {
        const input = { q: text.value, limit: foundMax };
        const { items } = await api.listDocuments(input, { signal: controller.signal });
        found.value = items.map((one) => ({ ...one, icon: 'document', run: go(paths.document(one.id)) }));
      } catch {
        // The palette shows no errors: the search then finds no document.
      }
    }, searchDelayMilliseconds);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text.value]);
  const commands = [
    ...destinations().map(({ href, ...one }) => ({ ...one, run: go(href) })),
    ...screenCommands.value,
  ].filter(({ title }) => title.toLowerCase().includes(text.value.trim().toLowerCase()));
  const all: readonly Command[] = [...commands, ...found.value];
  const active = Math.min(at.value, all.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run?.();
  };
  return (
    <Dialog title={t('palette.open')} onClose={close}>
      <div class="palette">
        <input
          // The dialog gives it the focus when it opens, so that no key is lost.
          autofocus
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-label={t('palette.open')}
          placeholder={t('palette.open')}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            at.value = 0;
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined && all.length > 0) at.value = (active + step + all.length) % all.length;
            else if (event.key === 'Enter') run(all[active]);
            else return;
            event.preventDefault();
          }}
        />
        <div id={id} class="options" role="listbox" aria-label={t('palette.open')}>
          {all.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={command.id ?? command.title}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => run(command)}
            >
              {command.icon && <Icon name={command.icon} />}
              <bdi>{command.title}</bdi>
            </div>
          ))}
        </div>
        {all.length === 0 && <p class="hint">{t('palette.nothing')}</p>}
      </div>
    </Dialog>
  );
}
