import { shownIn } from '../../contract/accentColor.ts';
import type { DocumentId, RoomId } from '../../contract/identifiers.ts';
import type { OrganizationItem } from '../../data/organizations/organizations.ts';
import { filesOrigin } from '../../files/origin.ts';
import { linkTo, logoPath } from '../../presentation/links.ts';
import { type Html, html } from '../../text/html.ts';
import type { Page } from '../layout.ts';
import { compact } from '../style.ts';

type Organization = OrganizationItem | undefined;

/** What makes a page look like pages of an organization. */
export type Look = Pick<Page, 'style' | 'images'>;

/** The largest logo on a page, in CSS pixels. */
const mostLogo = { width: 192, height: 48 };

/** Returns the logo of the organization of a document or a room, to stand beside its name; undefined if there is none. */
export function logoImage(id: DocumentId | RoomId, organization: Organization): Html | undefined {
  const { logo_sha256, logo_width = 1, logo_height = 1 } = organization ?? {};
  if (logo_sha256 === undefined) return undefined;
  const scale = Math.min(mostLogo.width / logo_width, mostLogo.height / logo_height, 1);
  const [width, height] = [logo_width, logo_height].map((side) => Math.max(1, Math.round(side * scale)));
  // The name of the organization follows, so the picture has no text of its own.
  return html`<img class="logo" src="${linkTo(logoPath(id, logo_sha256))}" width="${width}" height="${height}" alt="">`;
}

/**
 * Returns the style sheet of an organization's look; undefined if it has none. Texts stay readable: the color is made darker in the light scheme and
 * lighter in the dark one, as far as the grounds of the pages need it. Printed pages have the color of the light scheme.
 */
export function styleOf(accentColor: string | undefined, hasLogo: boolean): string | undefined {
  if (accentColor === undefined && !hasLogo) return undefined;
  return compact(`${accentColor === undefined ? '' : accentStyle(accentColor)}${hasLogo ? logoStyle : ''}`);
}

/** Returns what a page with a logo, or in the color of an organization, needs in addition. */
export const lookOf = (organization: Organization): Look => ({
  style: styleOf(organization?.accent_color, organization?.logo_sha256 !== undefined),
  images: organization?.logo_sha256 === undefined ? undefined : filesOrigin(),
});

const accentStyle = (color: string): string => {
  const { light, dark } = shownIn(color);
  return `:root { --accent: ${light}; } @media screen and (prefers-color-scheme: dark) { :root { --accent: ${dark}; } }`;
};

/** Logos are made for paper, so they stand on white in the dark scheme too. */
const logoStyle = `
.organization:has(.logo) { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); }
.subject { gap: var(--s2); }
.message > .organization { margin-bottom: var(--s4); }
.logo { display: block; max-width: 100%; object-fit: contain; }
@media screen and (prefers-color-scheme: dark) { .logo { box-sizing: content-box; padding: var(--s2); border-radius: 4px; background: #fff; } }
`;
