import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import {
  getDeletedOrganization,
  isRestorable,
} from '../../../shared/data/organizations/deletedOrganizations.ts';
import { logoOf } from '../../../shared/data/organizations/logos.ts';
import type { OrganizationItem } from '../../../shared/data/organizations/organizations.ts';
import { presentOrganizationDetails } from '../../../shared/presentation/present.ts';
import type { Admin } from '../commandLine/admin.ts';
import { existingOrganization, organizationLabel } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { exportDocuments } from './documents.ts';
import { makeFolder, OpenFile, type Written } from './folder.ts';
import { Pdfs } from './pdfs.ts';
import { exportRecords } from './records.ts';
import { exportRooms } from './rooms.ts';

/** The name of the format, for programs that read the files later. */
const format = 'document-governance-export/1';

/** Exports an organization into a folder, and changes nothing. Writes the manifest last, so a folder without a manifest is incomplete. */
export async function exportOrganization(
  { stage, output, now, clock }: Admin,
  organizationId: OrganizationId,
  { output: path }: { output: string },
): Promise<void> {
  const deleted = await getDeletedOrganization(organizationId);
  if (deleted && !isRestorable(deleted, now))
    throw new Refusal(
      `${organizationLabel(deleted)} was deleted and is being removed, so it is not complete any more.`,
    );
  const organization = deleted ?? (await existingOrganization(organizationId));
  makeFolder(path);
  const started_at = new Date(now).toISOString();
  const pdfs = new Pdfs(path);
  const records = [
    ...(await exportRecords(path, organization, stage, now)),
    ...(await exportDocuments(path, organization, pdfs)),
    ...(await exportRooms(path, organization, now)),
  ];
  const logo = await exportLogo(path, organization);
  const sums = await pdfs.close();

  const { count, sizeBytes, unfinished, problems } = pdfs;
  const counted = { pdfs: count, pdf_bytes: sizeBytes, unfinished_versions: unfinished };
  const manifest = new OpenFile(path, 'manifest.json');
  await manifest.write(
    `${JSON.stringify(
      {
        format,
        organization: presentOrganizationDetails(organization),
        deleted_at: deleted?.deleted_at ?? null,
        service: stage.baseUrl,
        started_at,
        finished_at: new Date(clock()).toISOString(),
        ...counted,
        problems,
        files: [...records, ...logo, sums],
      },
      null,
      2,
    )}\n`,
  );
  await manifest.close();

  const counts = records.map((file) => [file.path.replace('.jsonl', ''), file.count] as const);
  output.record({ organization_id: organizationId, output: path, ...Object.fromEntries(counts), ...counted });
  if (problems.length > 0)
    throw new Refusal(
      `${problems.length} PDFs or texts are missing, or do not have the hash of their version. manifest.json names them, and restore check says more. Everything else is exported.`,
    );
  output.note('To check the PDFs, run in the folder: sha256sum --check sha256sums.txt');
}

/** Writes the logo of the organization, if it has one. */
async function exportLogo(folder: string, organization: OrganizationItem): Promise<Written[]> {
  const webp = await logoOf(organization);
  if (!webp) return [];
  const file = new OpenFile(folder, 'logo.webp');
  await file.write(webp);
  return [await file.close()];
}
