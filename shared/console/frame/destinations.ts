import type { IconName } from '../parts/icon.tsx';
import { paths } from '../paths.ts';
import { may, organization } from '../service/session.ts';
import type { WordKey } from '../words/catalogue.ts';

interface Destination {
  readonly href: string;
  readonly word: Extract<WordKey, `nav.${string}`>;
  readonly icon: IconName;
  /** Whether the person can use it. Default: everybody can */
  readonly isFor?: () => boolean;
}

const all: readonly Destination[] = [
  { href: paths.library, word: 'nav.library', icon: 'document' },
  { href: `${paths.library}?view=shared`, word: 'nav.shared', icon: 'share' },
  { href: `${paths.library}?view=bin`, word: 'nav.bin', icon: 'bin' },
  {
    href: paths.policies,
    word: 'nav.policies',
    icon: 'policy',
    isFor: () => organization.value !== undefined,
  },
  { href: paths.organization, word: 'nav.organization', icon: 'organization' },
  { href: paths.activity, word: 'nav.activity', icon: 'activity', isFor: () => may('organization#manage') },
  { href: paths.endpoints, word: 'nav.endpoints', icon: 'endpoint', isFor: () => may('organization#manage') },
  { href: paths.keys, word: 'nav.keys', icon: 'key' },
  { href: paths.me, word: 'nav.me', icon: 'person' },
];

/** Returns the entries of the navigation, in its order. */
export const destinations = (): readonly Destination[] => all.filter(({ isFor }) => isFor?.() ?? true);

/** Returns whether the present address is that of an entry of the navigation, or below it. */
export function isAt({ href }: Destination, path: string, view: string | undefined): boolean {
  const here = view === undefined ? path : `${path}?view=${view}`;
  return here === href || (href !== paths.library && here.startsWith(`${href}/`));
}
