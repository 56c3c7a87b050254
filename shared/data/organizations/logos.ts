import * as z from 'zod/mini';
import type { OrganizationId } from '../../contract/identifiers.ts';
import { logoKey, organizationKey } from '../keys/organizations.ts';
import { type Change, creation, removalIfThere } from '../table/commit.ts';
import { readAs, readTogether } from '../table/read.ts';
import { type OrganizationItem, organizationItem } from './organizations.ts';

/** A logo, as the service stores it. It is an item and not a file in S3, so one transaction writes it together with its organization. */
export interface Logo {
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly webp: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const logoItem = z.object({ webp_base64: z.string() });

/** Returns the file of an organization's logo, as WebP. Undefined: the organization is gone, or has no logo or another one. */
export async function getLogo(
  organizationId: OrganizationId,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const { organization, logo } = await readTogether({
    organization: [organizationItem, organizationKey(organizationId)],
    logo: [logoItem, logoKey(organizationId, sha256)],
  });
  return organization?.logo_sha256 === sha256 && logo ? Buffer.from(logo.webp_base64, 'base64') : undefined;
}

/** Returns the file of the logo that an organization has, deleted or not. Undefined: it has none, or has another one meanwhile. */
export async function logoOf({ id, logo_sha256 }: OrganizationItem): Promise<Uint8Array | undefined> {
  const logo = logo_sha256 === undefined ? undefined : await readAs(logoItem, logoKey(id, logo_sha256));
  return logo && Buffer.from(logo.webp_base64, 'base64');
}

/** Returns an organization with another logo. */
export const withLogo = (
  organization: OrganizationItem,
  { sha256, width, height }: Logo,
): OrganizationItem => ({ ...organization, logo_sha256: sha256, logo_width: width, logo_height: height });

/** Returns an organization without a logo. */
export const withoutLogo = ({
  logo_sha256: _sha256,
  logo_width: _width,
  logo_height: _height,
  ...organization
}: OrganizationItem): OrganizationItem => organization;

/** Stores the file of a logo. The organization is replaced in the same commit. */
export const createLogo = ({ id }: OrganizationItem, { sha256, webp }: Logo): Change =>
  creation(logoKey(id, sha256), { webp_base64: Buffer.from(webp).toString('base64') });

/** Removes the file of the logo that an organization has, if it has one. The organization is replaced in the same commit. */
export const removeLogo = ({ id, logo_sha256 }: OrganizationItem): Change[] =>
  logo_sha256 === undefined ? [] : [removalIfThere(logoKey(id, logo_sha256))];
