import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import {
  type DocumentItem,
  newDocument,
  withNewVersion,
  withProcessedVersion,
} from '../../../shared/data/documents/documents.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { merged } from '../../../shared/data/table/listPages.ts';

interface ModelVersion {
  readonly id: VersionId;
  readonly number: number;
  status: 'processing' | 'ready' | 'failed';
}

const ids = Array.from({ length: 12 }, () => newId('ver'));

const documentWith = (versionId: VersionId): DocumentItem =>
  newDocument(
    {
      organization_id: null,
      title: 'Title',
      description: null,
      access_level: 'private',
      created_by: { id: newId('user'), type: 'user_account', name: 'Someone' },
    },
    undefined,
    { id: versionId, size_bytes: 1 },
  );

/** The rules, said of all versions at once instead of step by step. */
function expectedState(versions: readonly ModelVersion[]) {
  const newestFirst = versions.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const current = newestFirst.find(({ status }) => status === 'ready');
  return {
    processing_status: current ? 'ready' : newestFirst[0]?.status,
    current_version: current ? { id: current.id, number: current.number } : null,
    newest_version_id: newestFirst[0]?.id,
    version_count: versions.length,
    stored_bytes: versions.length,
  };
}

/** Versions arrive in any order of their ids, and end in any order. */
const histories = fc.record({
  arrivals: fc.shuffledSubarray(ids, { minLength: 1 }),
  steps: fc.array(fc.record({ which: fc.nat(), outcome: fc.constantFrom('ready', 'failed', 'arrive') }), {
    maxLength: 40,
  }),
});

describe('document state', () => {
  test('follows from its versions, in whatever order they arrive and end', () => {
    fc.assert(
      fc.property(histories, ({ arrivals, steps }) => {
        const [first = newId('ver'), ...waiting] = arrivals;
        const versions: ModelVersion[] = [{ id: first, number: 1, status: 'processing' }];
        let document = documentWith(first);

        for (const { which, outcome } of steps) {
          const pending = versions.filter(({ status }) => status === 'processing');
          const version = pending[which % Math.max(pending.length, 1)];
          if (outcome === 'arrive') {
            const id = waiting.shift();
            if (id === undefined) continue;
            document = withNewVersion(document, { id, size_bytes: 1 });
            versions.push({ id, number: document.version_count, status: 'processing' });
          } else if (version) {
            version.status = outcome;
            document = withProcessedVersion(document, version, outcome);
          }
          expect(document).toMatchObject(expectedState(versions));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('lists of documents', () => {
  test('are merged newest first, and one that is moving from one to another is there once, as it is now', () => {
    const [oldest, moving, newest] = ids.slice(0, 3).map(documentWith);
    if (!oldest || !moving || !newest) throw new Error('there are too few');
    const moved = { ...moving, access_level: 'organization' as const, revision: moving.revision + 1 };

    for (const lists of [
      [
        [newest, moved],
        [moving, oldest],
      ],
      [[moving], [newest, moved, oldest]],
    ]) {
      const looks = lists.map((list) => ({
        items: list.map((item) => ({ position: ulidOf(item.id), item: { ...item } })),
        end: undefined,
      }));
      expect(merged(looks).items.map(({ item }) => item)).toEqual([newest, moved, oldest]);
    }
  });
});
