import { describe, expect, inject, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { expectedCalls, installed, openapiPythonClient, tryClient } from './generators.ts';

const { base_url: baseUrl, api_keys } = inject('credentials');

// The generator is kept between runs. If PyPI is slow, the installation ends after this time, and the test is skipped.
const found = await installed(openapiPythonClient, { timeout: 60_000 });
const reason = 'lacking' in found ? `(skipped: this machine lacks ${found.lacking})` : '';
const folder = 'folder' in found ? found.folder : '';

describe.skipIf(reason)(`a Python client made from the OpenAPI document ${reason}`, () => {
  test('creates, changes and lists a document, and reads events and errors', async () => {
    await using made = await temporaryDirectory();
    const service = { baseUrl, apiKey: api_keys.owner };

    const called = await tryClient(openapiPythonClient, folder, made.path, service);

    expect(called).toEqual(expectedCalls);
  });
});
