import { describe, expect, test } from 'vitest';
import { call, readyDocument } from '../support/documents.ts';
import { someAddress } from '../support/invitations.ts';
import { noBrowser, overflow, phone, type VisitOptions, visit } from '../support/people/browser.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { axeViolations } from './axe.ts';

/** A document with the sections that managers see, and a text that readers accept. */
async function governed(): Promise<string> {
  const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
  const share = { email: someAddress(), expires_at: '2099-01-01T00:00:00Z' };
  await call.createDocumentShare({ path: { document_id }, json: share });
  const rules = { acknowledgement: 'I pass nothing on.', watermark: true, retain_for_days: 30 };
  await attach(document_id, (await addPolicy(undefined, {}, rules)).id);
  return `/d/${document_id}`;
}

describe.skipIf(noBrowser)(`pages on a phone ${noBrowser}`, () => {
  test('in German fit into the window, and axe finds nothing', async () => {
    const at = await governed();
    const visits: readonly (readonly [heading: string | undefined, options: VisitOptions])[] = [
      [undefined, { as: 'owner', at }],
      ['Bevor Sie dieses Dokument lesen', { as: 'member', at }],
      ['Melden Sie sich an', { at }],
    ];

    for (const [heading, options] of visits) {
      await using visiting = await visit({ locale: 'de-DE', ...phone, ...options });
      const { page } = visiting;
      await page.getByRole('heading', heading === undefined ? { level: 1 } : { name: heading }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }
  });
});
