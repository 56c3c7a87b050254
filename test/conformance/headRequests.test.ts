import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { readingsOf } from '../support/activity.ts';
import { apiKeys, readyDocument } from '../support/documents.ts';
import { expectHead } from '../support/heads.ts';
import { base_url, session_cookies } from '../support/organizations.ts';
import { addPolicy, attach } from '../support/policies.ts';

const html = { Accept: 'text/html' };
const asMember = { ...html, Cookie: session_cookies.member };

async function published(rules?: Rules) {
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });
  if (rules) await attach(document_id, (await addPolicy(undefined, {}, rules)).id);
  const at = `/d/${document_id}`;
  return { document_id, at, version: `${at}/versions/${version_id}` };
}

describe('a HEAD request', () => {
  test.for(['/', '/docs', '/docs/documents', '/v1/openapi.json'])(
    'for %s gets the status and headers of GET',
    async (path) => {
      const head = await expectHead(base_url + path, html);

      expect(head.status).toBe(200);
    },
  );

  test.for([
    ['a browser', html],
    ['a member who is signed in', asMember],
    ['a program', { Accept: 'application/json', Authorization: `Bearer ${apiKeys.outsider}` }],
    ['a program without a key', { Accept: 'application/json' }],
  ] as const)('of %s for pages of a document gets the status and headers of GET', async ([, headers]) => {
    const { at, version } = await published();
    const isRefused = headers.Accept === 'application/json' && !('Authorization' in headers);

    for (const path of [at, version]) {
      const head = await expectHead(base_url + path, headers);
      expect(head.status).toBe(isRefused ? 401 : 200);
      expect(head.headers.get('x-error-code')).toBe(isRefused ? 'missing_api_key' : null);
    }
  });

  test.for(['inline', 'attachment'])('for a file (%s) gets no URL of it', async (kind) => {
    const { at, version } = await published();

    for (const path of [at, version]) {
      const url = `${base_url}${path}?file=${kind}`;
      const head = await expectHead(url, html, { withoutLocation: true });
      expect(head.status).toBe(303);
    }
  });

  test('is not recorded', async () => {
    const { document_id, at, version } = await published();
    const refusing = await published({ allowed_emails: ['nobody@example.com'], require_sign_in: true });

    for (const path of [at, version, `${at}?file=inline`, `${version}?file=attachment`])
      for (const headers of [html, asMember])
        await fetch(base_url + path, { method: 'HEAD', headers, redirect: 'manual' });
    const refused = await fetch(base_url + refusing.at, { method: 'HEAD', headers: asMember });

    expect(refused.status).toBe(403);
    expect(await readingsOf(document_id)).toEqual([]);
    expect(await readingsOf(refusing.document_id)).toEqual([]);
  });

  test.for(['/login', '/login/callback', '/v1/documents', '/v1/me'])(
    'for %s answers 404, like any other method that a path does not have',
    async (path) => {
      const headers = { Authorization: `Bearer ${apiKeys.owner}` };
      const head = await fetch(base_url + path, { method: 'HEAD', headers, redirect: 'manual' });
      const put = await fetch(base_url + path, { method: 'PUT', headers, redirect: 'manual' });

      expect([head.status, put.status]).toEqual([404, 404]);
      expect(head.headers.get('x-error-code')).toBe('resource_not_found');
    },
  );
});
