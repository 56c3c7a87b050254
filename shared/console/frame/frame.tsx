import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { AskedQuestion, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { paths } from '../paths.ts';
import { t } from '../words/words.ts';
import { Account, OrganizationChoice } from './account.tsx';
import { Announcer } from './announce.tsx';
import type { Destination } from './destination.ts';
import { Notices } from './notices.tsx';
import { Palette, paletteOpen } from './palette.tsx';
import { Toasts } from './toasts.tsx';

interface FrameProps {
  readonly destinations: readonly Destination[];
  readonly children: ComponentChildren;
}

/** What is around every screen. */
export function Frame({ destinations, children }: FrameProps) {
  const isMenuOpen = useSignal(false);
  const close = () => {
    isMenuOpen.value = false;
  };
  return (
    <>
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <header class="top">
        <button
          type="button"
          class="icon-button"
          aria-label={t('frame.menu')}
          onClick={() => {
            isMenuOpen.value = true;
          }}
        >
          <Icon name="menu" />
        </button>
        <a class="brand" href={paths.library}>
          {t('frame.service')}
        </a>
      </header>
      <nav class="side" aria-label={t('frame.navigation')}>
        <Side destinations={destinations} />
      </nav>
      {isMenuOpen.value && (
        <Dialog title={t('frame.service')} onClose={close}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on any of its links closes the dialog */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links take keys */}
          <div class="side-body" onClick={(event) => (event.target as Element).closest('a') && close()}>
            <Side destinations={destinations} />
          </div>
        </Dialog>
      )}
      <main id="main" tabIndex={-1}>
        <Notices />
        {children}
      </main>
      <Toasts />
      <AskedQuestion />
      <Palette destinations={destinations} />
      <Announcer />
    </>
  );
}

function Side({ destinations }: Pick<FrameProps, 'destinations'>) {
  const { path, query } = useLocation();
  return (
    <>
      <OrganizationChoice />
      <button
        type="button"
        class="find"
        onClick={() => {
          paletteOpen.value = true;
        }}
      >
        <Icon name="search" />
        <span>{t('palette.open')}</span>
        <kbd>{t('palette.keys')}</kbd>
      </button>
      <ul class="nav" role="list">
        {destinations.map(({ href, word, icon, isAt }) => (
          <li key={href}>
            <a href={href} aria-current={isAt(path, query) ? 'page' : undefined}>
              <Icon name={icon} />
              {t(word)}
            </a>
          </li>
        ))}
      </ul>
      <Account />
    </>
  );
}
