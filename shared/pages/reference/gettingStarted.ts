import { type Html, html } from '../../text/html.ts';
import { groupLink, slugOf } from './links.ts';
import { placeholders } from './placeholders.ts';
import { commands, sampleFile } from './request.ts';

/** A PDF with one empty page, as a format for the command `printf`. */
const emptyPdf =
  '%%PDF-1.4\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\\ntrailer<</Root 1 0 R>>\\n';

/** With `-w '\n'`, curl ends each answer with a line break. */
const first = `curl -sS -w '\\n' "${placeholders.base}/v1/me" -H "Authorization: Bearer $KEY"
[ -e ${sampleFile} ] || printf '${emptyPdf}' > ${sampleFile}
DOCUMENT_ID=$(curl -sS "${placeholders.base}/v1/documents" -H "Authorization: Bearer $KEY" \\
  -F title='First document' -F payload=@${sampleFile} | grep -o 'doc_[0-9a-z]*' | head -n 1)
curl -sS -w '\\n' "${placeholders.base}/v1/documents/$DOCUMENT_ID" -H "Authorization: Bearer $KEY"
curl -sS -w '\\n' -X POST "${placeholders.base}/v1/documents/$DOCUMENT_ID/entry_page" -H "Authorization: Bearer $KEY"`;

/** The commands that lead from an API key to a document with an entry page. */
export const gettingStarted: Html = html`<section>
<h2 id="getting-started">Getting started</h2>
<p>Requests need an API key; the few that need the session of a browser say so. A person who has one makes more with
<a href="${groupLink(slugOf('API keys'), 'createApiKey')}">createApiKey</a>. Your first key comes from the operator of the service
(<code>npm run admin -- keys issue</code>). If you run the service yourself with <code>npm start</code>, keys for every role are in
<code>credentials.json</code> of its data folder. Paste the key after this line:</p>
${commands(`printf 'API key: '; read -r KEY`)}
<p>These lines say who you are, upload <code>${sampleFile}</code> (an empty page, if you have no such file), show the document, and make its
entry page:</p>
${commands(first)}
<p>Each operation has such a request. Its variables are ids: <code>$DOCUMENT_ID</code> is set now.</p>
</section>
`;
