import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { referenceLink, signOutAction } from '../paths.ts';
import { me, organization, switchTo } from '../service/session.ts';
import { t } from '../words/words.ts';
import { attempt } from './toasts.tsx';

/** The organization that the tab shows, with the others of the person. */
export function OrganizationChoice() {
  const { organizations = [], organization_id } = me.value ?? {};
  const name = organization.value?.name ?? t('frame.noOrganization');
  const sign = (
    <>
      <span class="monogram" aria-hidden="true">
        {[...name][0]}
      </span>
      <bdi>{name}</bdi>
    </>
  );
  if (organizations.length === 0 || (organizations.length === 1 && organization_id !== null))
    return <p class="organization">{sign}</p>;
  return (
    <Menu
      label={t('frame.switch')}
      class="organization choice"
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

export const Account = () => (
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
