import type { Command } from '../parts/menu.tsx';
import { paths } from '../paths.ts';
import { may, organization } from '../service/api.ts';
import { t } from '../words/words.ts';

type Destination = Pick<Command, 'title' | 'icon'> & { readonly href: string };

/** Returns the entries of the navigation that the person can use, in their order. */
export function destinations(): Destination[] {
  const hasOrganization = organization.value !== undefined;
  const manages = may('organization#manage');
  const all: readonly (Destination | false)[] = [
    { title: t('nav.library'), icon: 'document', href: paths.library },
    { title: t('nav.shared'), icon: 'share', href: `${paths.library}?view=shared` },
    { title: t('nav.bin'), icon: 'bin', href: `${paths.library}?view=bin` },
    hasOrganization && { title: t('nav.policies'), icon: 'policy', href: paths.policies },
    { title: t('nav.organization'), icon: 'organization', href: paths.organization },
    manages && { title: t('nav.activity'), icon: 'activity', href: paths.activity },
    manages && { title: t('nav.endpoints'), icon: 'endpoint', href: paths.endpoints },
    { title: t('nav.keys'), icon: 'key', href: paths.keys },
    { title: t('nav.me'), icon: 'person', href: paths.me },
  ];
  return all.filter((one) => one !== false);
}
