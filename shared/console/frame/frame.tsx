import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button, Icon } from '../parts/controls.tsx';
import { Dialog, Dialogs, openDialog } from '../parts/dialog.tsx';
import { Menu } from '../parts/menu.tsx';
import { paths, referenceLink, signOutAction } from '../paths.ts';
import { me, organization, switchTo } from '../service/api.ts';
import { loadLook, logo } from '../service/look.ts';
import { t } from '../words/words.ts';
import { Notices } from './notices.tsx';
import { destinations, openPalette, usePalette } from './palette.tsx';
import { attempt } from './toasts.tsx';

/** The frame around every screen. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  usePalette();
  useEffect(() => void loadLook(), [me.value?.organization_id]);
  return (
    <>
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <header class="top">
        <Button look="icon" icon="menu" label={t('frame.menu')} onClick={openMenu} />
        <a class="brand titled" href={paths.library}>
          {t('frame.service')}
        </a>
      </header>
      <nav class="side" aria-label={t('frame.navigation')}>
        <Side />
      </nav>
      <main id="main" tabIndex={-1}>
        <Notices />
        {children}
      </main>
      <Dialogs />
    </>
  );
}

/** Shows the navigation on a phone. */
const openMenu = () =>
  openDialog(
    <Dialog title={t('frame.service')}>
      <div class="side-body">
        <Side />
      </div>
    </Dialog>,
  );

function Side() {
  const { path, query } = useLocation();
  const here = query.view === undefined ? path : `${path}?view=${query.view}`;
  const isAt = (href: string) => here === href || (href !== paths.library && here.startsWith(`${href}/`));
  return (
    <>
      <OrganizationChoice />
      <button type="button" class="find" onClick={openPalette}>
        <Icon name="search" />
        <span>{t('palette.open')}</span>
        <kbd>{t('palette.keys')}</kbd>
      </button>
      <ul class="nav" role="list">
        {destinations().map(({ title, icon, href }) => (
          <li key={href}>
            <a href={href} aria-current={isAt(href) ? 'page' : undefined}>
              {icon && <Icon name={icon} />}
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Account />
    </>
  );
}

/** The organization that the tab shows, with the others of the person. */
function OrganizationChoice() {
  const { organizations = [], organization_id } = me.value ?? {};
  const name = organization.value?.name ?? t('frame.noOrganization');
  const sign = (
    <>
      {logo.value ? (
        <img class="logo" src={logo.value} alt="" />
      ) : (
        <span class="monogram" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <bdi>{name}</bdi>
    </>
  );
  if (organizations.length === 0 || (organizations.length === 1 && organization_id !== null))
    return <p class="organization titled">{sign}</p>;
  return (
    <Menu
      label={t('frame.switch')}
      class="organization choice titled"
      button={
        <>
          {sign}
          <Icon name="chevron" />
        </>
      }
      commands={organizations.map((one) => ({
        id: one.id,
        title: one.name,
        disabled: one.id === organization_id,
        run: () => attempt(() => switchTo(one.id)),
      }))}
    />
  );
}

const Account = () => (
  <div class="account">
    <Menu
      label={t('frame.account')}
      class="person"
      button={
        <>
          <Icon name="person" />
          <bdi>{me.value?.user.name}</bdi>
        </>
      }
      commands={[{ title: t('frame.reference'), icon: 'external', href: referenceLink }]}
    >
      <form method="post" action={signOutAction}>
        <button type="submit" class="menu-item">
          <Icon name="lock" />
          <span>{t('frame.signOut')}</span>
        </button>
      </form>
    </Menu>
  </div>
);
