import { Icon } from '../parts/icon.tsx';
import { Menu, MenuButton, MenuLink } from '../parts/menu.tsx';
import { referenceLink, signOutAction } from '../paths.ts';
import { explain } from '../service/explain.ts';
import { me, organization, switchTo } from '../service/session.ts';
import { t } from '../words/words.ts';
import { toast } from './toasts.tsx';

/** The organization that the tab shows, with the others of the person. */
export function OrganizationChoice() {
  const { organizations = [], organization_id } = me.value ?? {};
  const name = organization.value?.name ?? t('frame.noOrganization');
  if (organizations.length === 0 || (organizations.length === 1 && organization_id !== null))
    return (
      <p class="organization">
        <span class="monogram" aria-hidden="true">
          {[...name][0]}
        </span>
        <bdi>{name}</bdi>
      </p>
    );
  return (
    <Menu
      label={t('frame.switch')}
      class="organization choice"
      button={
        <>
          <span class="monogram" aria-hidden="true">
            {[...name][0]}
          </span>
          <bdi>{name}</bdi>
          <Icon name="chevron" />
        </>
      }
    >
      {organizations.map((one) => (
        <MenuButton key={one.id} onClick={() => goTo(one.id)} disabled={one.id === organization_id}>
          <bdi>{one.name}</bdi>
        </MenuButton>
      ))}
    </Menu>
  );
}

async function goTo(id: string): Promise<void> {
  try {
    await switchTo(id);
  } catch (error) {
    toast(explain(error).text);
  }
}

export function Account() {
  const name = me.value?.user.name ?? '';
  return (
    <div class="account">
      <Menu
        label={t('frame.account')}
        class="person"
        button={
          <>
            <Icon name="person" />
            <bdi>{name}</bdi>
          </>
        }
      >
        <MenuLink icon="external" href={referenceLink} target="_blank">
          {t('frame.reference')}
        </MenuLink>
        <form method="post" action={signOutAction}>
          <button type="submit" class="menu-item">
            <Icon name="lock" />
            <span>{t('frame.signOut')}</span>
          </button>
        </form>
      </Menu>
    </div>
  );
}
