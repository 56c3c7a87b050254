import type { IconName } from '../parts/icon.tsx';
import type { WordKey } from '../words/catalogue.ts';

/** An entry of the navigation. */
export interface Destination {
  readonly href: string;
  readonly word: Extract<WordKey, `nav.${string}`>;
  readonly icon: IconName;
  /** Whether the entry stands for the present address. */
  readonly isAt: (path: string, query: Readonly<Record<string, string>>) => boolean;
  /** Whether the person can use it. Default: everybody can */
  readonly isFor?: () => boolean;
}
