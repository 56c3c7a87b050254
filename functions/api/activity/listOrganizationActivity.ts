import { actingOrganization } from '../../../shared/access/documents.ts';
import { namesInActivity } from '../../../shared/access/namesInActivity.ts';
import { listOrganizationActivity } from '../../../shared/contract/operations/activity.ts';
import { listActivityIn } from '../../../shared/data/activity/activityLists.ts';
import { besideEntries } from '../../../shared/data/reading/besideEntries.ts';
import { rangeIn } from '../../../shared/http/pagination.ts';
import { tabular } from '../../../shared/http/tabular.ts';
import { presentActivity } from '../../../shared/presentation/present.ts';

export const handler = tabular(
  listOrganizationActivity,
  async ({ principal, query }) => {
    const reader = { organization_id: actingOrganization(principal), user_id: principal.user.id };
    const { list, range } = rangeIn(query, 'organizationActivity', reader);

    const { items, next } = await listActivityIn(reader, range);
    const beside = await besideEntries(items);
    return list.page(
      items.map((entry) => presentActivity(entry, beside(entry))),
      next,
    );
  },
  namesInActivity,
);
