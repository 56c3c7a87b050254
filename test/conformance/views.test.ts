import { describe, expect } from 'vitest';
import { newId } from '../../shared/data/table/ids.ts';
import { open, readingsOf } from '../support/activity.ts';
import { processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { pathPrefix } from '../support/organizations.ts';
import { test } from '../support/test.ts';

type Reader = Parameters<typeof open>[1];

async function publicDocument() {
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });
  const at = `/d/${document_id}`;
  return { document_id, version_id, at, version: `${at}/versions/${version_id}` };
}

/** Opens a page, and returns its link to the file. The link contains the id of the view. */
async function fileLinkOn(path: string, as: Reader): Promise<string> {
  const page = await (await open(path, as)).text();
  const [, link = ''] = /href="([^"]+\?file=inline[^"]*)"/.exec(page) ?? [];
  return link.slice(pathPrefix.length).replaceAll('&amp;', '&');
}

/** Returns the types and versions of the entries about readers, oldest first. */
const recorded = async (document_id: string) =>
  (await readingsOf(document_id)).map(({ type, version_id }) => [type, version_id]).toReversed();

const readers: readonly Reader[] = ['session', 'outsider', null];

describe('opening the file from the link on a page', () => {
  test.for(readers)('is part of the view of the same reader: %s', async (as) => {
    const { document_id, version_id, at, version } = await publicDocument();

    for (const page of [at, version]) {
      const link = await fileLinkOn(page, as);
      expect(link).toMatch(/[?&]view=act_[0-9a-hjkmnp-tv-z]{26}/);
      for (let time = 0; time < 2; time++) expect((await open(link, as)).status).toBe(303);
    }

    expect(await recorded(document_id)).toEqual([
      ['viewed', version_id],
      ['viewed', version_id],
    ]);
  });

  // Threat: A person reads without being recorded
  test.for(readers)('is recorded separately without this view, once for each reader: %s', async (as) => {
    const { document_id, version_id, at, version } = await publicDocument();
    const made = newId('act');
    const another = as === 'admin' ? 'member' : 'admin';
    const [, ofAnother = ''] = /view=(\w+)/.exec(await fileLinkOn(at, another)) ?? [];

    const doors = [at, version].flatMap((door) =>
      ['', `&view=${ofAnother}`, `&view=${made}`, '&view=act_zzzzzzzzzzzzzzzzzzzzzzzzzz', '&view=x'].map(
        (named) => `${door}?file=inline${named}`,
      ),
    );
    const answers = await Promise.all(doors.map((door) => open(door, as)));
    expect(answers.map(({ status }) => status)).toEqual(doors.map(() => 303));

    const [direct, viewed, ...others] = await readingsOf(document_id);
    expect([viewed?.type, others]).toEqual(['viewed', []]);
    expect(direct).toMatchObject({ type: 'viewed', version_id, details: { format: 'file' } });
    expect(direct?.actor === null).toBe(as === null);
    expect(direct?.id).not.toBe(made);
  });

  // Threat: A person reads without being recorded
  test('is recorded separately if the view is of another version', async () => {
    const { document_id, version_id, at } = await publicDocument();
    const [, view = ''] = /view=(\w+)/.exec(await fileLinkOn(at, 'outsider')) ?? [];
    const next = await processedVersion(await uploadVersion({ document_id }));

    await open(`${at}?file=inline&view=${view}`, 'outsider');
    await open(`${at}/versions/${version_id}?file=inline&view=${view}`, 'outsider');

    expect(await recorded(document_id)).toEqual([
      ['viewed', version_id],
      ['viewed', next.id],
    ]);
  });
});

test('each JSON request for `service_url` is recorded as a view', async () => {
  const { document_id, at } = await publicDocument();

  for (let time = 0; time < 2; time++) await open(at, 'outsider', 'application/json');

  expect((await readingsOf(document_id)).map(({ details }) => details.format)).toEqual(['json', 'json']);
});
