import { pages } from '../../shared/contract/pages.ts';
import changelog from '../../shared/pages/guides/changelog.prerendered.ts';
import client from '../../shared/pages/guides/client.prerendered.ts';
import { copyScript } from '../../shared/pages/guides/copyScript.ts';
import { changelogPath } from '../../shared/pages/guides/paths.ts';
import { pageAnswer, textAnswer } from '../../shared/pages/guides/showGuide.ts';
import { page } from '../../shared/pages/page.ts';
import groups from '../../shared/pages/reference/groups.prerendered.ts';
import { groupAnswer, noSuchGroup } from '../../shared/pages/reference/showReference.ts';

const answers = new Map([
  ...Object.entries(groups).map(([name, group]) => [name, groupAnswer(name, group)] as const),
  ['changelog', pageAnswer('Changelog', changelogPath, changelog.page)],
  ['changelog.md', textAnswer('markdown', changelog.markdown)],
  ['copy.js', textAnswer('script', copyScript)],
  ...Object.entries(client).map(([name, text]) => [name, textAnswer('text', text)] as const),
]);

export const handler = page(pages.referenceGroup, async ({ headers, path, address }) => {
  const respond = answers.get(path.group ?? '');
  return respond ? respond(headers) : noSuchGroup(address);
});
