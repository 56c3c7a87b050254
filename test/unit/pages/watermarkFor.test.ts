import { expect, test } from 'vitest';
import { documentId } from '../../../shared/contract/identifiers.ts';
import { watermarkFor } from '../../../shared/pages/document/watermarkFor.ts';

const id = documentId.parse('doc_01kahz5w3n8r2y7v6b9c0d1e2f');

test.for([
  ['203.0.113.0/24', 'Reader from 203.0.113.0/24, not signed in'],
  [null, 'A reader, not signed in'],
] as const)('who is not signed in, from %s, is "%s"', async ([network, reader]) => {
  expect(await watermarkFor({ visitor: null }, { network }, { id })).toMatchObject({
    reader,
    documentId: id,
  });
});
