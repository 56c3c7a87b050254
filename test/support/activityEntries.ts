import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { activityList, createActivity, newActivity } from '../../shared/data/activity/activity.ts';
import { markList } from '../../shared/data/activity/marks.ts';
import { transact } from '../../shared/data/table/commit.ts';

type Given = Partial<Pick<Parameters<typeof newActivity>[0], 'actor' | 'document_id'>>;

/** Commits an entry in the activity of an organization as the service does, together with the mark of its list. */
export async function storedEntry(organization_id: OrganizationId, given: Given = {}) {
  const partition = activityList.organization(organization_id);
  const nothing = { document_id: null, version_id: null, policy_id: null, actor: null, credential: null };
  const made = { type: 'viewed', organization_id, details: { file: 'attachment' }, staff: false };
  const entry = newActivity({ ...made, ...nothing, address: '192.0.2.0', ...given });
  await Promise.all([markList(partition), transact([createActivity(entry, partition)])]);
  return entry;
}
