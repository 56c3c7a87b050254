import { expect, test } from 'vitest';
import { readingsOf } from '../support/activity.ts';
import { apiKeys } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { expectHead } from '../support/heads.ts';
import { base_url, session_cookies } from '../support/organizations.ts';

const html = { Accept: 'text/html' };
const asMember = { ...html, Cookie: session_cookies.member };

test('a HEAD request gets the status and headers of GET, no URL of a file, and is not recorded', async () => {
  const { document_id, at, version } = await governed({});
  const refusing = await governed({ allowed_emails: ['nobody@example.com'], require_sign_in: true });

  for (const path of [at, version]) {
    for (const headers of [html, asMember])
      expect((await expectHead(base_url + path, headers)).status).toBe(200);
    const program = await expectHead(base_url + path, { Accept: 'application/json' });
    expect([program.status, program.headers.get('x-error-code')]).toEqual([401, 'missing_api_key']);
    for (const kind of ['inline', 'attachment'])
      for (const headers of [html, asMember])
        await fetch(`${base_url}${path}?file=${kind}`, { method: 'HEAD', headers, redirect: 'manual' });
  }
  const refused = await fetch(base_url + refusing.at, { method: 'HEAD', headers: asMember });

  expect(refused.status).toBe(403);
  expect(await readingsOf(refusing.document_id)).toEqual([]);
  // The readings are those of the GET requests to which the answers are compared.
  const views = (await readingsOf(document_id)).map(({ type, details }) => [type, details.format]);
  expect(views).toEqual(Array(4).fill(['viewed', undefined]));
  const file = await expectHead(`${base_url}${at}?file=inline`, html, { withoutLocation: true });
  expect(file.status).toBe(303);
});

test.for(['/login', '/v1/documents'])(
  'a HEAD request for %s answers 404, like any other method that a path does not have',
  async (path) => {
    const headers = { Authorization: `Bearer ${apiKeys.owner}` };
    const head = await fetch(base_url + path, { method: 'HEAD', headers, redirect: 'manual' });
    const put = await fetch(base_url + path, { method: 'PUT', headers, redirect: 'manual' });

    expect([head.status, put.status]).toEqual([404, 404]);
    expect(head.headers.get('x-error-code')).toBe('resource_not_found');
  },
);
