import { expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { momentInWords } from '../../shared/words/words.ts';
import { open } from '../support/activity.ts';
import { call, readyDocument } from '../support/documents.ts';
import { addLockedPolicy, addPolicy, attach } from '../support/policies.ts';

/** Makes a public document with a policy for each of the rules. */
async function governed(...policies: readonly Rules[]) {
  const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
  const names: string[] = [];
  for (const rules of policies) {
    const { id, name } = await (rules.locked ? addLockedPolicy(rules) : addPolicy(undefined, {}, rules));
    await attach(document_id, id);
    names.push(name);
  }
  return { document_id, names, at: `/d/${document_id}` };
}

/** Returns the text of a page, or of one of its sections, as a reader sees it. */
async function textOf(path: string, as: Parameters<typeof open>[1], section?: string): Promise<string> {
  const page = await (await open(path, as)).text();
  const [, body = ''] = /<body>([\s\S]*)<\/body>/.exec(page) ?? [];
  const [, part = ''] = (section &&
    new RegExp(`<section class="${section}"([\\s\\S]*?)</section>`).exec(body)) || ['', body];
  return part
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'");
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test('an owner sees that a retained document cannot be deleted by owners either, with the end', async () => {
  const until = inSeconds(3600);
  const { at, document_id, names } = await governed({ retain_until: until });

  const text = await textOf(at, 'owner');

  expect((await call.deleteDocument({ path: { document_id } })).status).toBe(403);
  expect(text).toContain(
    `Nobody can delete this document until ${momentInWords(new Date(until))} . This includes you.`,
  );
  expect(await textOf(at, 'owner', 'retention')).toContain(names[0]);
  expect(text).not.toMatch(/not bind you|not apply to you|Rules for readers/);
  expect(await textOf(at, 'member')).not.toContain('Retention');
});

test('retention and its lock have their own section, separate from the rules for readers', async () => {
  const until = inSeconds(60);
  const { at, names } = await governed(
    { retain_for_days: 1, watermark: true, require_sign_in: true },
    { retain_until: until, locked: true },
  );
  const tomorrow = new RegExp(
    `Kept until ${momentInWords(new Date(inSeconds(86_400))).replace(/\d\d:\d\d/, '\\d\\d:\\d\\d')}`,
  );

  const [retention, governance] = await Promise.all([
    textOf(at, 'owner', 'retention'),
    textOf(at, 'owner', 'governance'),
  ]);

  expect(retention).toMatch(tomorrow);
  expect(retention).toContain(`Locked until ${momentInWords(new Date(until))}`);
  expect(retention).toContain(names[1]);
  expect(governance).toContain('must sign in, watermark on every page');
  expect(governance).not.toMatch(/kept|locked/i);
  expect(governance).not.toContain(names[1]);
});

test('the rules for readers are written without technical terms', async () => {
  const { at } = await governed({
    acknowledgement: 'Keep it to yourself.',
    view_only: true,
    expires_at: '2026-01-31T09:30:00Z',
  });

  expect(await textOf(at, 'owner', 'governance')).toContain(
    'must accept a text first, reading ended on 31 January 2026 at 09:30 UTC, cannot be downloaded',
  );
});

test('a document for two people says so, instead of public', async () => {
  const { at } = await governed({ allowed_emails: ['ada@acme.example', 'bo@acme.example'] });

  const text = await textOf(at, 'owner');

  expect(text).toContain('For 2 named readers');
  expect(text).not.toContain('Public');
});

test('a visitor without an account is shown by their network', async () => {
  const { at } = await governed({});
  await open(at);

  expect(await textOf(at, 'owner', 'readers')).toMatch(/A visitor from [\d.:a-f]+\/\d+ /);
});
