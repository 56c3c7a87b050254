import { describe, expect, test } from 'vitest';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const operator = {
  operatorName: 'Acme & Söhne',
  helpUrl: 'https://acme.example/help?a=1&b=2',
  privacyUrl: 'https://acme.example/privacy',
  imprintUrl: 'https://acme.example/imprint',
};
const { open } = await sharedStage({ environment: operator });

describe('the footer of pages', () => {
  test.for(['/', '/docs', '/logout', '/sign-in', '/invitation', '/d/x/y'])(
    'names the operator, with links to help, privacy and imprint: %s',
    async (path) => {
      const [footer = ''] =
        /<footer.*<\/footer>/s.exec((await open(path, {}, { redirect: 'follow' })).text) ?? [];

      expect(footer).toContain('Operated by <bdi>Acme &amp; Söhne</bdi>');
      expect([...footer.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, url, text]) => [text, url])).toEqual([
        ['Document Governance', '/'],
        ['Help', 'https://acme.example/help?a=1&amp;b=2'],
        ['Privacy', 'https://acme.example/privacy'],
        ['Imprint', 'https://acme.example/imprint'],
      ]);
    },
  );
});
