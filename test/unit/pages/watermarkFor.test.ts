import { expect, test } from 'vitest';
import { documentId } from '../../../shared/contract/identifiers.ts';
import { watermarkFor } from '../../../shared/pages/document/watermarkFor.ts';

const id = documentId.parse('doc_01kahz5w3n8r2y7v6b9c0d1e2f');

test('the watermark has the network of a visitor who is not signed in', async () => {
  expect(await watermarkFor({ visitor: null }, { network: '203.0.113.0/24' }, { id })).toMatchObject({
    reader: 'Reader from 203.0.113.0/24, not signed in',
    documentId: id,
  });
});
