import document from '../../shared/contract/openapi.json' with { type: 'json' };
import { pages } from '../../shared/contract/pages.ts';
import { page } from '../../shared/pages/page.ts';
import { showReference } from '../../shared/pages/reference/showReference.ts';
import { sharedAnswer } from '../../shared/pages/sharedAnswer.ts';

const respond = sharedAnswer(() => showReference(document));

export const handler = page(pages.reference, async ({ headers }) => respond(headers));
