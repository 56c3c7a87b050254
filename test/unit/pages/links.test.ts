import { afterEach, describe, expect, test, vi } from 'vitest';

/** Loads the modules with another base URL. */
async function at(baseUrl: string) {
  vi.resetModules();
  vi.stubEnv('SERVICE_BASE_URL', baseUrl);
  for (const name of ['OPERATOR_NAME', 'HELP_URL', 'PRIVACY_URL', 'IMPRINT_URL']) vi.stubEnv(name, '');
  const [links, layout] = await Promise.all([
    import('../../../shared/presentation/links.ts'),
    import('../../../shared/pages/layout.ts'),
  ]);
  return { ...links, ...layout };
}
afterEach(() => vi.unstubAllEnvs());

const main = { markup: '' };

describe('links', () => {
  test('start with / on a domain of its own', async () => {
    const { linkTo, documentPath, versionPath } = await at('https://docs.example.com');

    expect(linkTo(documentPath('doc_1'))).toBe('/d/doc_1');
    expect(linkTo(versionPath('doc_1', 'ver_2', { file: 'inline' }))).toBe(
      '/d/doc_1/versions/ver_2?file=inline',
    );
  });

  test("start with the stage at API Gateway's address, except in return_to", async () => {
    const { linkTo, documentPath, signInPath } = await at(
      'https://x.execute-api.us-east-1.amazonaws.com/prod',
    );

    expect(linkTo(documentPath('doc_1'))).toBe('/prod/d/doc_1');
    expect(linkTo(signInPath(documentPath('doc_1')))).toBe('/prod/login?return_to=%2Fd%2Fdoc_1');
  });

  test('encode all parts of a path', async () => {
    const { documentPath } = await at('https://docs.example.com');

    expect(documentPath('doc_//evil.example/?a#b')).toBe('/d/doc_%2F%2Fevil.example%2F%3Fa%23b');
  });
});

describe('a page', () => {
  test('requires HTTPS if it was served with it', async () => {
    const overHttps = await at('https://docs.example.com');
    const header = 'Strict-Transport-Security';
    expect(overHttps.htmlResponse({ title: 'T', main, isIndexed: true, address: '/' }).headers[header]).toBe(
      'max-age=31536000',
    );

    const local = await at('http://localhost:3000');
    expect(
      local.htmlResponse({ title: 'T', main, isIndexed: true, address: '/' }).headers,
    ).not.toHaveProperty(header);
  });

  // Threat: Text that people wrote runs as script (XSS)
  test('allows only its own style and the file that it shows', async () => {
    const { htmlResponse } = await at('https://docs.example.com');
    const policyOf = (embedded?: string) =>
      htmlResponse({ title: 'T', main, isIndexed: false, embedded, address: '/' }).headers[
        'Content-Security-Policy'
      ];

    expect(policyOf()).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(policyOf('https://files.example')).toContain('; frame-src https://files.example;');
  });
});
