import { actingOrganization, noSuchGroup } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { listGroupEntries } from '../../../shared/contract/operations/groups.ts';
import { listGroupEntryPage } from '../../../shared/data/groups/entries.ts';
import { getGroup } from '../../../shared/data/groups/groups.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentGroupEntry } from '../../../shared/presentation/groups.ts';

export const handler = operation(listGroupEntries, async ({ principal, path, query }) => {
  const list = cursors('entries of a group', path.group_id);
  const after = list.read(query.cursor);
  const group = existing(await getGroup(actingOrganization(principal), path.group_id), noSuchGroup);
  const { items, next } = await listGroupEntryPage(group, { after, limit: query.limit });
  return list.page(items.map(presentGroupEntry), next);
});
