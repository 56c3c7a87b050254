import { ulidOf } from '../contract/identifiers.ts';
import type { Group, GroupEntry } from '../contract/resources/group.ts';
import type { GroupEntryItem } from '../data/groups/entries.ts';
import type { GroupItem } from '../data/groups/groups.ts';
import { createdAt } from '../data/table/ids.ts';

/** Presents a stored group as clients see it. */
export const presentGroup = ({ id, organization_id, name, description, entry_count }: GroupItem): Group => ({
  id,
  org_id: organization_id,
  name,
  description,
  entry_count,
  created_at: createdAt(id),
});

/** Presents an entry of a group as clients see it. */
export const presentGroupEntry = ({ id, user_id, email, domain }: GroupEntryItem): GroupEntry => ({
  id,
  user_id: user_id ? `usr_${ulidOf(user_id)}` : null,
  email: email ?? null,
  domain: domain ?? null,
  created_at: createdAt(id),
});
