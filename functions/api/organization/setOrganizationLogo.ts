import { actingOrganization, noOrganization } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { setOrganizationLogo } from '../../../shared/contract/operations/organization.ts';
import { createLogo, removeLogo, withLogo } from '../../../shared/data/organizations/logos.ts';
import { getOrganization, replaceOrganization } from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { organizationUpdateRecord } from '../../../shared/events/records/organizations.ts';
import { fileOperation, wrongFile } from '../../../shared/http/fileBody.ts';
import type { LogoMaker, MadeLogo } from '../../../shared/pdf/logo/logoMaker.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { sha256Of } from '../../../shared/text/sha256.ts';

const taskRoot = environment('taskRoot');

export const handler = fileOperation(setOrganizationLogo, async ({ principal, file, mediaType }) => {
  const organizationId = actingOrganization(principal);
  const made = await madeLogo(file, mediaType);
  const logo = { ...made, sha256: sha256Of(made.webp) };
  const { width, height } = logo;
  return retryOnConflict(async () => {
    const organization = existing(await getOrganization(organizationId), noOrganization);
    const next = withLogo(organization, logo);
    if (organization.logo_sha256 !== logo.sha256)
      await commitChange({
        records: [organizationUpdateRecord(organization, next, principal)],
        writes: [replaceOrganization(next), createLogo(next, logo), ...removeLogo(organization)],
      });
    return { width, height };
  });
});

/** The decoders are most of the bundle, so they are loaded when a picture comes. */
let maker: Promise<LogoMaker> | undefined;

async function madeLogo(file: Uint8Array, mediaType: string): Promise<MadeLogo> {
  const { openLogoMaker, UnfitPictureError } = await import('../../../shared/pdf/logo/logoMaker.ts');
  maker ??= openLogoMaker(taskRoot());
  try {
    return await (await maker)(file, mediaType);
  } catch (error) {
    if (error instanceof UnfitPictureError) throw wrongFile(error.message);
    // After any other error, the state of the decoders is unknown.
    maker = undefined;
    throw error;
  }
}
