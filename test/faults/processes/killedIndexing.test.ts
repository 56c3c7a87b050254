import { expect, test } from 'vitest';
import type { Document } from '../../../shared/contract/resources/document.ts';
import { getIndexed } from '../../../shared/data/search/indexed.ts';
import { indexingStage } from '../../support/search/indexingStage.ts';
import { killedAt } from '../separateProcess.ts';

const stage = await indexingStage();
const { call, engine, expectAgreement, marks, messagesOf, uploadTexts } = stage;

/** Changes after which a worker is killed, with the number of changes that the worker makes. */
const changes: readonly (readonly [
  name: string,
  count: number,
  change: (document: Document) => Promise<unknown>,
])[] = [
  // The lease, the pages, the index, the entries, the release, the end of the mark.
  ['an upload', 6, async () => undefined],
  [
    'a version with fewer pages',
    5,
    async (document) => {
      await stage.index();
      await stage.addVersion(document, ['three']);
    },
  ],
  [
    'a deletion',
    5,
    async ({ id }) => {
      await stage.index();
      await call.deleteDocument({ path: { document_id: id } });
    },
  ],
];

test.for(changes)(
  'a worker that is killed at any change after %s leaves the document marked, and the next one completes it',
  async ([, count, change]) => {
    let ordinal = 0;
    for (let isKilled = true; isKilled; ) {
      ordinal += 1;
      const document = await uploadTexts(['one', 'two']);
      await change(document);
      const [message = ''] = await messagesOf(document.id);

      isKilled = await killedAt(stage, 'indexDocument', message, ordinal, [stage.dynamodb, stage.toEngine]);

      if (isKilled) {
        expect(await marks()).toHaveLength(1);
        // While the lease of the killed worker holds, another worker leaves the document alone.
        const held = (await getIndexed(document.id))?.lease;
        const before = engine.bulks.length;
        if (held) expect(await stage.consume('indexDocument', message)).toEqual([]);
        if (held) expect(engine.bulks.length).toBe(before);
        await stage.settle();
      }
      await expectAgreement();
      const indexed = await getIndexed(document.id);
      expect(indexed?.lease).toBeUndefined();
    }
    expect(ordinal).toBe(count + 1);
  },
);
