import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { activityOf } from '../support/activity.ts';
import { endKey, makeKey } from '../support/apiKeys.ts';
import { upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { governed } from '../support/governed.ts';
import { base_url, membersOf, user_ids } from '../support/organizations.ts';

const ownersAddress = (await membersOf()).find(({ user_id }) => user_id === user_ids.owner)?.email ?? '';

/** Removes ids of views, names of pictures for one request, and signatures of URLs, which differ in each answer. */
const withoutIds = (text: string) =>
  text
    .replaceAll(/act_[0-9a-hjkmnp-tv-z]{26}/g, 'act_')
    .replaceAll(/\/stamped\/\w+\/[-0-9a-f]{36}/g, '/stamped/')
    .replaceAll(/(https?:[^"\s?]*)\?X-Amz-[^"\s#]*/g, '$1');

/** Requests a path, and returns the answer without the ids that differ in each answer. */
async function answerOf(path: string, headers: Record<string, string>) {
  const response = await fetch(base_url + path, { headers, redirect: 'manual' });
  return {
    status: response.status,
    location: withoutIds(response.headers.get('location') ?? ''),
    cookies: response.headers.getSetCookie(),
    text: withoutIds(await response.text()),
  };
}

/** Makes a key without the permission to read, for an owner, who manages all documents here. */
async function keyOfOwner() {
  const { body } = await makeKey({ as: 'owner' }, { permissions: ['organization#list_members'] });
  return { id: body.id, headers: { Authorization: `Bearer ${body.api_key}` } };
}

describe('a key of the owner without the permission to read', { concurrent: true }, () => {
  // Threat: A key without `document#read` reads governed public documents with its owner's rights
  test.for<{ rules: Rules; access_level: string }>([
    { rules: { allowed_emails: [ownersAddress] }, access_level: 'public' },
    { rules: { watermark: true }, access_level: 'public' },
    { rules: {}, access_level: 'private' },
  ])(
    'gets the same answer as a request without a credential: $access_level, $rules',
    async ({ rules, access_level }) => {
      const key = await keyOfOwner();
      const { at, version } = await governed(rules, { access_level });
      const picture = `${version}/pages/1`;
      // Opening the page starts the preparation of pictures.
      if (rules.watermark)
        await eventually(
          async () => {
            await answerOf(at, { Accept: 'text/html' });
            return (await answerOf(picture, { Accept: 'text/html' })).status;
          },
          (status) => status === 303,
        );
      const file = (kind: string) => `${version}?file=${kind}`;
      for (const path of [at, version, picture, `${picture}?show=text`, file('inline'), file('attachment')])
        for (const Accept of ['text/html', 'application/json']) {
          const anonymous = await answerOf(path, { Accept });
          expect(await answerOf(path, { ...key.headers, Accept }), `${path} as ${Accept}`).toEqual(anonymous);
        }
      await endKey({ as: 'owner' }, key.id);
    },
  );
});

// Threat: A key without `document#read` reads governed public documents with its owner's rights
test('is recorded when it opens a page', async () => {
  const key = await keyOfOwner();
  const { id: document_id } = await upload({ fields: { access_level: 'public' } });

  await answerOf(`/d/${document_id}`, { ...key.headers, Accept: 'text/html' });

  expect(await activityOf(document_id)).toContainEqual(
    expect.objectContaining({
      type: 'viewed',
      actor: expect.objectContaining({ id: user_ids.owner.replace('usr_', 'user_') }),
      details: { credential: key.id },
    }),
  );
  await endKey({ as: 'owner' }, key.id);
});
