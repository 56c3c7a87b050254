import document from '../../shared/contract/openapi.json' with { type: 'json' };
import { pages } from '../../shared/contract/pages.ts';
import { forEveryone } from '../../shared/pages/forEveryone.ts';
import { page } from '../../shared/pages/page.ts';
import { showReference } from '../../shared/pages/reference/showReference.ts';

const respond = forEveryone(() => showReference(document));

export const handler = page(pages.reference, async ({ headers }) => respond(headers));
