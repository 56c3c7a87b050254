import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import prerendered from '../../shared/pages/reference/front.prerendered.ts';
import { frontAnswer, showSearch } from '../../shared/pages/reference/showReference.ts';

const front = frontAnswer(prerendered);

export const handler = page(pages.reference, async ({ headers, query }) => {
  const text = query.q?.trim() ?? '';
  return text === '' ? front(headers) : showSearch(prerendered, text);
});
