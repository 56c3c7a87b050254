import document from '../../shared/contract/openapi.json' with { type: 'json' };
import { pages } from '../../shared/contract/pages.ts';
import { readableFrom } from '../../shared/http/crossOrigin.ts';
import { errorResponse } from '../../shared/http/errorResponse.ts';
import { json } from '../../shared/http/response.ts';
import { page } from '../../shared/pages/page.ts';
import { sharedAnswer } from '../../shared/pages/sharedAnswer.ts';
import { baseUrl } from '../../shared/presentation/links.ts';

const respond = sharedAnswer(() => json(200, { ...document, servers: [{ url: baseUrl() }] }));

export const handler = page(
  pages.openApi,
  async ({ headers }) => {
    const response = respond(headers);
    return { ...response, headers: readableFrom(headers.origin, response.headers) };
  },
  (error) => errorResponse({ errorFormat: 'envelope' }, error),
);
