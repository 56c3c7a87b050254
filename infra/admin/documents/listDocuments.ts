import type { ProcessingStatus } from '../../../shared/contract/enumerations.ts';
import type { Tenant } from '../../../shared/contract/identifiers.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { listNewestDocuments } from '../../../shared/data/documents/documentLists.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { listMemberships } from '../../../shared/data/organizations/organizations.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference, InOrganization } from '../commandLine/arguments.ts';
import { knownCaller, namedOrOnlyOrganization } from '../commandLine/lookups.ts';
import { documentBlanks, presentDocument } from './documentRecords.ts';

interface ListOptions extends InOrganization {
  readonly creator?: CallerReference;
  readonly title?: string;
  readonly status?: ProcessingStatus;
  readonly deleted?: true;
  readonly limit: number;
}

export async function listDocuments(
  { output }: Admin,
  { organization, creator, title, status, deleted, limit }: ListOptions,
): Promise<void> {
  const maker = creator && (await knownCaller(creator));
  const isChosen = (document: DocumentItem): boolean =>
    (maker === undefined || document.created_by.id === maker.id) &&
    (status === undefined || document.processing_status === status) &&
    (title === undefined || document.title.toLowerCase().includes(title.toLowerCase()));
  const areDeleted = deleted === true;

  const found: DocumentItem[] = [];
  for (const tenant of maker && !organization
    ? await tenantsOf(maker)
    : [(await namedOrOnlyOrganization(organization)).id])
    found.push(...(await listNewestDocuments(tenant, { areDeleted, limit, isChosen })));
  const rows = found
    .map(presentDocument)
    .sort((a, b) => ((a.deleted_at ?? a.created_at) < (b.deleted_at ?? b.created_at) ? 1 : -1))
    .slice(0, limit);
  output.list('documents', rows, {
    columns: [
      ...(['id', 'title', 'processing_status', 'access_level', 'organization_id', 'created_by'] as const),
      ...(areDeleted ? (['deleted_at', 'restorable_until'] as const) : (['created_at'] as const)),
    ],
    blanks: { ...documentBlanks, restorable_until: 'being removed' },
  });
  if (rows.length === limit) output.note(`These are the newest ${limit}. To see more: --limit <n>`);
}

/** Returns the tenants whose documents a caller may have created: the caller and the organizations of the caller. */
const tenantsOf = async ({ id }: CallerItem): Promise<Tenant[]> => [
  id,
  ...(await listMemberships(id)).map(({ organization_id }) => organization_id),
];
