import { pages } from '../../shared/contract/pages.ts';
import { nowhereAnswer, nowhereError } from '../../shared/pages/nowhere.ts';
import { page } from '../../shared/pages/page.ts';

export const handler = page(pages.nowhere, async (request) => nowhereAnswer(request), nowhereError);
