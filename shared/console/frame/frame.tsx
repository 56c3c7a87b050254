import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { Button, sets } from '../parts/controls.tsx';
import { AskedQuestion, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { paths } from '../paths.ts';
import { t } from '../words/words.ts';
import { Account, OrganizationChoice } from './account.tsx';
import { Announcer } from './announce.tsx';
import { destinations, isAt } from './destinations.ts';
import { Notices } from './notices.tsx';
import { Palette, paletteOpen } from './palette.tsx';
import { Toasts } from './toasts.tsx';

/** The frame around every screen. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const isMenuOpen = useSignal(false);
  const close = sets(isMenuOpen, false);
  return (
    <>
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <header class="top">
        <Button look="icon" icon="menu" label={t('frame.menu')} onClick={sets(isMenuOpen, true)} />
        <a class="brand" href={paths.library}>
          {t('frame.service')}
        </a>
      </header>
      <nav class="side" aria-label={t('frame.navigation')}>
        <Side />
      </nav>
      {isMenuOpen.value && (
        <Dialog title={t('frame.service')} onClose={close}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on any of its links closes the dialog */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links take keys */}
          <div class="side-body" onClick={(event) => (event.target as Element).closest('a') && close()}>
            <Side />
          </div>
        </Dialog>
      )}
      <main id="main" tabIndex={-1}>
        <Notices />
        {children}
      </main>
      <Toasts />
      <AskedQuestion />
      <Palette />
      <Announcer />
    </>
  );
}

function Side() {
  const { path, query } = useLocation();
  return (
    <>
      <OrganizationChoice />
      <button type="button" class="find" onClick={sets(paletteOpen, true)}>
        <Icon name="search" />
        <span>{t('palette.open')}</span>
        <kbd>{t('palette.keys')}</kbd>
      </button>
      <ul class="nav" role="list">
        {destinations().map((one) => (
          <li key={one.href}>
            <a href={one.href} aria-current={isAt(one, path, query.view) ? 'page' : undefined}>
              <Icon name={one.icon} />
              {t(one.word)}
            </a>
          </li>
        ))}
      </ul>
      <Account />
    </>
  );
}
