import { pages } from '../../shared/contract/pages.ts';
import { json } from '../../shared/http/response.ts';
import { prefersJson, varying } from '../../shared/pages/jsonOrPage.ts';
import { redirect } from '../../shared/pages/layout.ts';
import { messagePage } from '../../shared/pages/messagePage.ts';
import { type PageRequest, page } from '../../shared/pages/page.ts';
import { baseUrl, linkTo, signInPath } from '../../shared/presentation/links.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { html } from '../../shared/text/html.ts';

const release = environment('release');

const name = 'Document Governance Service';
const description =
  'Upload a PDF and share a document instead of the file: with versions, governance policies, an entry page to print or send, ' +
  'and an address at which access is checked.';

export const handler = page(pages.home, async ({ visitor, headers }) =>
  prefersJson(headers.accept) ? inJson() : inHtml(visitor),
);

const inJson = () =>
  varying(
    json(200, {
      name,
      description,
      release: release(),
      sign_in: baseUrl() + pages.signIn.path,
      reference: baseUrl() + pages.reference.path,
      openapi: baseUrl() + pages.openApi.path,
    }),
  );

const inHtml = (visitor: PageRequest['visitor']) => {
  if (visitor?.credential.startsWith('session:')) return varying(redirect(baseUrl() + pages.console.path));
  return messagePage({
    status: 200,
    title: name,
    address: pages.home.path,
    content: [
      html`<p>${description}</p>`,
      html`<p class="actions"><a class="button primary" href="${linkTo(signInPath(pages.console.path))}">Sign in</a>
<a class="button" href="${linkTo(pages.reference.path)}">API reference</a></p>`,
      html`<p>If somebody gave you the address of a document, open that address.</p>`,
    ],
  });
};
