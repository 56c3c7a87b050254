import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import groups from '../../shared/pages/reference/groups.prerendered.ts';
import { groupAnswer, noSuchGroup } from '../../shared/pages/reference/showReference.ts';

const answers = new Map(Object.entries(groups).map(([name, group]) => [name, groupAnswer(name, group)]));

export const handler = page(pages.referenceGroup, async ({ headers, path, address }) => {
  const respond = answers.get(path.group ?? '');
  return respond ? respond(headers) : noSuchGroup(address);
});
