import { expect, test } from 'vitest';
import { attachmentPrefix } from '../../../shared/data/keys/policies.ts';
import { exampleKeys } from '../../documentation/keyTable.ts';

// One query reads a document with its policies. All that stands between the two is read with each document, however much of it there is.
test('nothing that grows stands between the policies of a document and the document', () => {
  const { documentKey, ...others } = exampleKeys();
  const between = Object.entries(others).filter(
    ([, { pk, sk }]) => pk === documentKey?.pk && sk > attachmentPrefix && sk < documentKey.sk,
  );

  // Release 1.1.0 stored what changes replaced there. These items expire.
  expect(between.map(([name]) => name).sort()).toEqual([
    'attachmentKey',
    'deletedDocumentKey',
    'oldDocumentChangeKey',
  ]);
});
