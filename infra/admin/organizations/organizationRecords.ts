import type { DeletedOrganizationItem } from '../../../shared/data/organizations/deletedOrganizations.ts';
import type { OrganizationItem } from '../../../shared/data/organizations/organizations.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';

export const presentOrganization = ({ id, name: called, owner_count }: OrganizationItem) => ({
  id,
  name: called,
  owner_count,
  created_at: createdAt(id),
});

export const presentDeleted = (organization: DeletedOrganizationItem) => ({
  ...presentOrganization(organization),
  deleted_at: organization.deleted_at,
  restorable_until: new Date(organization.restorable_until_ms).toISOString(),
  state: organization.state,
});
