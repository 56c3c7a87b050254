import { type ErrorCode, errorCodes, problemCodes } from '../../contract/errorCodes.ts';
import { codeWords, invalidBodyStatus } from '../../contract/words/errorCodes.ts';
import { problemCodeWords } from '../../contract/words/headers.ts';
import { type Html, html } from '../../text/html.ts';
import { inline } from './markdown.ts';

/** An error code. The page of errors and the search show it. */
export interface Code {
  readonly code: string;
  readonly status: number;
  readonly meaning: string;
}

/** All error codes. */
export const codes: readonly Code[] = [
  ...(Object.keys(errorCodes) as ErrorCode[]).map((code) => ({
    code,
    status: errorCodes[code].status,
    meaning: codeWords[code].meaning,
  })),
  ...problemCodes.map((code) => ({ code, status: invalidBodyStatus, meaning: problemCodeWords[code] })),
];

/** Explains the two formats of errors, and each code. */
export const errorText = html`<p>Every error has its code in the header <code>X-Error-Code</code>. Operations below
<code>/v1/documents</code> and <code>/v1/uploads</code> answer an <a href="#schema-Error">Error</a>, which has the code too. All others
answer a <a href="#schema-Problem">Problem</a>. If a request reaches no operation, the answer is a
<a href="#schema-GatewayError">GatewayError</a>, which is both. In problems, a code of status 400 has status ${invalidBodyStatus} if the
body, the query or the <code>Idempotency-Key</code> can be read but its content is wrong.</p>
<h2>Codes</h2>
<dl class="answers codes">
${codes.map(codeRow)}</dl>`;

function codeRow({ code, status, meaning }: Code): Html {
  return html`<div>
<dt id="${code}"><code>${code}</code></dt>
<dd>${inline(meaning)} <span class="aside">${status}</span></dd>
</div>
`;
}
