import { describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { readyDocument } from '../support/documents.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { axeViolations } from './axe.ts';

interface Governing {
  readonly name: string;
  readonly rules: Rules;
}

const governed = (...policies: readonly Governing[]) => governedFile(undefined, ...policies);

async function governedFile(payload: Uint8Array<ArrayBuffer> | undefined, ...policies: readonly Governing[]) {
  const fields = { title: 'Project Aurora: offer', description: 'For the board.', access_level: 'public' };
  const { document_id } = await readyDocument({ fields, ...(payload && { payload }) });
  for (const { name, rules } of policies) {
    // Names are unique for each run, by invisible characters.
    const policy = await addPolicy(`${name}${invisible()}`, {}, rules);
    await attach(document_id, policy.id);
  }
  return `/d/${document_id}`;
}

const invisible = (): string =>
  [...crypto.randomUUID().replaceAll('-', '')]
    .map((digit) => String.fromCodePoint(0xe0100 + Number.parseInt(digit, 16)))
    .join('');

const nonDisclosure = {
  name: 'Non-disclosure agreement',
  rules: {
    acknowledgement:
      'What you read here is confidential.\n\n1. You show it to nobody outside of your company.\n2. You delete your copies when we ask for it.',
  },
};
const arabic = {
  name: 'اتفاقية السرية',
  rules: { acknowledgement: 'ما تقرؤه هنا سري. لا تعرضه على أحد خارج شركتك.' },
};

describe.skipIf(noBrowser)(`a governed document ${noBrowser}`, () => {
  test('is read on a phone once its texts are accepted', async () => {
    const path = await governed(nonDisclosure, arabic);
    await using visitor = await visit({ ...phone, at: path });
    const { page } = visitor;

    expect(await page.title()).toBe('Before you read this document');
    expect(await page.locator('main').innerText()).toContain('Project Aurora: offer\nAcme Records');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Accept and read' }).click();
    await page.waitForURL(`**${path}`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Project Aurora: offer');
    await page.reload();
    expect(await page.title()).toBe('Project Aurora: offer');
    // The console reports the first refusal of the page, which is expected.
    expect(visitor.complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });

  test.for<[what: string, rules: Rules, words: string]>([
    ['says when reading has ended', { expires_at: '2026-10-31T17:00:00Z' }, '31 October 2026 at 17:00 UTC'],
    ['says that it is for others', { allowed_emails: ['zoe@acme.example'] }, 'not among them'],
  ])('%s', async ([_, rules, words]) => {
    const path = await governed({ name: 'Offer of 2026', rules });
    await using visitor = await visit({ as: 'member', ...phone, at: path });
    const { page } = visitor;

    const text = await page.locator('main').innerText();
    expect(text).toContain(words);
    expect(text).toContain('Offer of 2026');
    expect(await page.content()).not.toContain('Aurora');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });

  test('is shown to its reader on a phone after its preparation', async () => {
    const path = await governedFile(Uint8Array.from(readFixture('signed.pdf')), {
      name: 'Named copies',
      rules: { watermark: true },
    });
    await using visitor = await visit({ as: 'member', showsPdfs: true, ...phone });
    const { page } = visitor;
    // The page reloads itself, which would disturb these checks.
    await page.route(`**${path}*`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const { refresh, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });

    await page.goto(`${path}?file=attachment`);

    expect(await page.getByRole('heading', { name: 'Your copy is being prepared' }).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.unroute(`**${path}*`);
    await page.goto(path);
    // From here on the page may reload itself.
    await page.locator('#page-1 .textLayer').waitFor({ state: 'attached', timeout: 60_000 });
    expect(await page.locator('.viewer').getAttribute('data-file')).toContain('/stamped/');
    await page.locator('.fold summary').click();
    expect((await page.locator('.note').allInnerTexts()).join()).toContain(
      'The original is digitally signed (1 signature).',
    );
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download PDF/ }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^Project Aurora.*\.pdf$/);
    expect(visitor.complaints).toEqual([]);
  });

  test('can be declined, and accepted texts can be read again', async () => {
    const path = await governed(nonDisclosure);
    await using visitor = await visit({ as: 'member', at: path });
    const { page } = visitor;

    await page.getByRole('link', { name: 'Decline' }).click();
    expect(await page.title()).toBe('You did not accept');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Read the text again' }).click();
    await page.getByRole('button', { name: 'Accept and read' }).click();
    await page.getByRole('link', { name: 'What you accepted' }).click();

    expect(await page.locator('main').innerText()).toContain('You accepted this text on');
    expect(await page.locator('main').innerText()).toContain('What you read here is confidential.');
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
});
