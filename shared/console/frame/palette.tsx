import { signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Document } from '../../client/types.ts';
import { Icon } from '../parts/controls.tsx';
import { Dialog, openDialog, useClose } from '../parts/dialog.tsx';
import type { Command } from '../parts/menu.tsx';
import { paths } from '../paths.ts';
import { answerOf, api, isReaderOnly, may, organization, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';

type Destination = Pick<Command, 'title' | 'icon'> & { readonly href: string };

/** Returns the entries of the navigation that the person can use, in their order. */
export function destinations(): Destination[] {
  const hasOrganization = organization.value !== undefined;
  const hasDocuments = !isReaderOnly.value;
  const manages = may('organization#manage');
  const all: readonly (Destination | false)[] = [
    hasDocuments && { title: t('nav.library'), icon: 'document', href: paths.library },
    { title: t('nav.shared'), icon: 'share', href: paths.shared },
    hasDocuments && { title: t('nav.bin'), icon: 'bin', href: `${paths.library}?view=bin` },
    { title: t('nav.rooms'), icon: 'room', href: paths.rooms },
    hasOrganization && { title: t('nav.policies'), icon: 'policy', href: paths.policies },
    hasOrganization && { title: t('nav.organization'), icon: 'organization', href: paths.organization },
    manages && { title: t('nav.activity'), icon: 'activity', href: paths.activity },
    manages && { title: t('nav.endpoints'), icon: 'endpoint', href: paths.endpoints },
    hasOrganization && { title: t('nav.keys'), icon: 'key', href: paths.keys },
    { title: t('nav.me'), icon: 'person', href: paths.me },
  ];
  return all.filter((one) => one !== false);
}

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

export const openPalette = () => openDialog(<Palette />);

/** Opens the palette by Ctrl K, or Command K on a Mac. */
export function usePalette(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) openPalette();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const searchDelayMilliseconds = 250;
const foundMax = 20;

function Palette() {
  const close = useClose();
  const { route } = useLocation();
  const text = useSignal('');
  const at = useSignal(0);
  const id = useId();
  const go = (href: string) => () => route(href);
  // The palette shows no errors: the search then finds no document.
  const found = useLoaded<{ readonly items: readonly Document[] }>(text.value, async (signal) => {
    if (!/[\p{L}\p{M}\p{N}]/u.test(text.value)) return answerOf({ items: [] });
    await new Promise((resolve) => setTimeout(resolve, searchDelayMilliseconds));
    signal.throwIfAborted();
    return api.listDocuments.withResponse({ q: text.value, limit: foundMax }, { signal });
  });
  const commands = [
    ...destinations().map(({ href, ...one }) => ({ ...one, run: go(href) })),
    ...screenCommands.value,
  ].filter(({ title }) => title.toLowerCase().includes(text.value.trim().toLowerCase()));
  const documents = found.data?.items ?? [];
  const all: readonly Command[] = [
    ...commands,
    ...documents.map((one) => ({ ...one, icon: 'document', run: go(paths.document(one.id)) }) as const),
  ];
  const active = Math.min(at.value, all.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run?.();
  };
  return (
    <Dialog title={t('palette.open')}>
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
