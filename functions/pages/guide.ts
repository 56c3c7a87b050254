import { pages } from '../../shared/contract/pages.ts';
import prerendered from '../../shared/pages/guides/guides.prerendered.ts';
import { llmsText } from '../../shared/pages/guides/llms.ts';
import { guidePath, guidesPath, llmsPath } from '../../shared/pages/guides/paths.ts';
import { pageAnswer, textAnswer } from '../../shared/pages/guides/showGuide.ts';
import { nowhereAnswer, nowhereError } from '../../shared/pages/nowhere.ts';
import { page } from '../../shared/pages/page.ts';

const { guides, list } = prerendered;

const answers = new Map([
  [guidesPath, pageAnswer('Guides', guidesPath, list)],
  [llmsPath, textAnswer('text', llmsText(guides))],
  ...Object.entries(guides).flatMap(([name, guide]) => [
    [guidePath(name), pageAnswer(`${guide.title}: Guides`, guidePath(name), guide.page)] as const,
    [`${guidePath(name)}.md`, textAnswer('markdown', guide.markdown)] as const,
  ]),
]);

export const handler = page(
  pages.guide,
  async (request) => answers.get(request.address)?.(request.headers) ?? nowhereAnswer(request),
  nowhereError,
);
