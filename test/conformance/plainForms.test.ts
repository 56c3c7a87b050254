import { describe, expect } from 'vitest';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { pdfPart, rawForm, text } from '../support/multipart.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { base_url, sameOrigin, session_cookies } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { makePdf } from '../support/uploads.ts';

const headers = { Accept: 'text/html', Cookie: session_cookies.owner, ...sameOrigin };
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Sends a form of the console without script, and follows no redirect. */
async function send(path: string, body: NonNullable<RequestInit['body']>, more: Record<string, string>) {
  const answer = await fetch(`${base_url}/app/plain${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, ...more },
    body,
  });
  return { status: answer.status, page: await answer.text(), location: answer.headers.get('location') };
}

/** No form changes this document. */
const { document_id } = await readyDocument();

describe('a form of a document', () => {
  test.for([
    ['an unknown change', 'act=publish'],
    ['a change twice', 'act=delete&act=delete'],
    ['a field too few', 'act=texts&title=Renamed'],
    ['a field twice', 'act=access&access_level=private&access_level=public'],
    ['an id that is a path', 'act=attach&id=..'],
    ['a tag that no header can have', 'act=delete&tag=%E5%A5%91'],
    ['bytes that are not UTF-8', 'act=texts&title=%FF&description='],
    ['more than a form of the page has', `act=texts&title=T&description=${'d'.repeat(70_000)}`],
  ] as const)('with %s is refused and changes nothing', async ([_, body]) => {
    const before = await stateOf(document_id);

    const answer = await send(`/documents/${document_id}`, body, urlencoded);

    expect(answer.status).toBe(400);
    expect(answer.page).toContain('This was not done');
    expect(await stateOf(document_id)).toEqual(before);
  });
});

describe('a form with a file', async () => {
  const payload = pdfPart(await makePdf());
  const level = { disposition: 'form-data; name="access_level";', content: 'private' };

  test('is read like the form of the operation', async () => {
    const title = uniqueTitle('Plain');

    const answer = await send(
      '',
      ...sent(rawForm([text('title', title), text('description', ''), level, payload])),
    );

    expect(answer).toMatchObject({ status: 303 });
    const document_id = answer.location?.split('/').at(-1) ?? '';
    const { body: made } = await call.getDocument({ path: { document_id } });
    expect(made).toMatchObject({ title, description: null, access_level: 'private' });
  });

  test.for([
    ['no boundary', rawForm([payload], { contentType: 'multipart/form-data' })],
    ['an unknown field', rawForm([text('title', 'Never'), text('acces_level', 'private'), payload])],
    ['no end', { ...rawForm([text('title', 'Never'), payload]), raw: rawForm([payload]).raw.slice(0, 300) }],
  ] as const)('with %s is refused', async ([_, form]) => {
    expect(await send('', ...sent(form))).toMatchObject({ status: 400 });
  });
});

const sent = ({ raw, headers: type }: ReturnType<typeof rawForm>) => [raw, type] as const;
