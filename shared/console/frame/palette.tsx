import { signal, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '../parts/dialog.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { t } from '../words/words.ts';
import type { Destination } from './destination.ts';

export const paletteOpen = signal(false);

/** Something that a person can go to or do. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** The actions of the present screen. A screen sets them while it is shown. */
export const screenCommands = signal<readonly Command[]>([]);

/** Offers the actions of a screen while it is shown. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    screenCommands.value = commands;
    return () => {
      screenCommands.value = [];
    };
  }, []);
}

/** Opens by Ctrl K, or Command K on a Mac. */
export function Palette({ destinations }: { readonly destinations: readonly Destination[] }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      paletteOpen.value = true;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return paletteOpen.value ? <OpenPalette destinations={destinations} /> : null;
}

const close = () => {
  paletteOpen.value = false;
};

const searchDelayMilliseconds = 250;
const foundMax = 20;

function OpenPalette({ destinations }: { readonly destinations: readonly Destination[] }) {
  const { route } = useLocation();
  const text = useSignal('');
  const at = useSignal(0);
  const found = useSignal<readonly Command[]>([]);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const go = (href: string) => () => route(href);
  useEffect(() => {
    const controller = new AbortController();
    found.value = [];
    if (!/[\p{L}\p{M}\p{N}]/u.test(text.value)) return undefined;
    const timer = setTimeout(async () => {
      try {
        const { items } = await api.listDocuments(
          { q: text.value, limit: foundMax },
          { signal: controller.signal },
        );
        found.value = items.map(({ id: name, title }) => ({
          id: name,
          title,
          icon: 'document',
          run: go(paths.document(name)),
        }));
      } catch {
        // The list of the library shows errors of a search; here, no document is found.
      }
    }, searchDelayMilliseconds);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text.value]);
  const commands = [
    ...destinations.map(({ href, word, icon }) => ({ id: href, title: t(word), icon, run: go(href) })),
    ...screenCommands.value,
  ].filter(({ title }) => matches(title, text.value));
  const all = [...commands, ...found.value];
  const active = Math.min(at.value, all.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  return (
    <Dialog title={t('palette.title')} onClose={close}>
      <div class="palette">
        <input
          ref={field}
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
        <div id={id} class="options" role="listbox" aria-label={t('palette.title')}>
          {all.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={command.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => run(command)}
            >
              <Icon name={command.icon} />
              <bdi>{command.title}</bdi>
            </div>
          ))}
        </div>
        {all.length === 0 && <p class="hint">{t('palette.nothing')}</p>}
      </div>
    </Dialog>
  );
}

const matches = (title: string, text: string): boolean =>
  title.toLowerCase().includes(text.trim().toLowerCase());
