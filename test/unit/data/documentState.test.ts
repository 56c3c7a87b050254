import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import {
  type DocumentItem,
  lastVersionNumber,
  newDocument,
  newestVersionNumber,
  type VersionsLeft,
  withNewVersion,
  withoutVersion,
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

/** Returns the state by the rules, computed from all versions at once. Deleted versions matter only by their number. */
function expectedState(versions: readonly ModelVersion[], deleted: number) {
  const newestFirst = versions.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const current = newestFirst.find(({ status }) => status === 'ready');
  return {
    processing_status: current ? 'ready' : newestFirst[0]?.status,
    current_version: current ? { id: current.id, number: current.number } : null,
    newest_version_id: newestFirst[0]?.id,
    newest_version_number: newestFirst[0]?.number,
    version_count: versions.length,
    deleted_version_count: deleted,
    stored_bytes: versions.length,
  };
}

/** The stored state of the remaining versions. */
function leftOf(versions: readonly ModelVersion[]): VersionsLeft {
  const [newest, ...older] = versions.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  if (!newest) throw new Error('there is none');
  return {
    newest: { ...newest, processing_status: newest.status },
    ready: [newest, ...older].find(({ status }) => status === 'ready'),
  };
}

/** Versions arrive in any order of their ids, are processed in any order, and are deleted at any time. */
const histories = fc.record({
  arrivals: fc.shuffledSubarray(ids, { minLength: 1 }),
  steps: fc.array(
    fc.record({ which: fc.nat(), outcome: fc.constantFrom('ready', 'failed', 'arrive', 'delete') }),
    {
      maxLength: 40,
    },
  ),
});

test('document state follows from its versions, which arrive, are processed and are deleted in any order', () => {
  fc.assert(
    fc.property(histories, ({ arrivals, steps }) => {
      const [first = newId('ver'), ...waiting] = arrivals;
      let versions: ModelVersion[] = [{ id: first, number: 1, status: 'processing' }];
      let deleted = 0;
      let document = documentWith(first);

      for (const { which, outcome } of steps) {
        const pending = versions.filter(({ status }) => status === 'processing');
        const version = pending[which % Math.max(pending.length, 1)];
        if (outcome === 'arrive') {
          const id = waiting.shift();
          if (id === undefined) continue;
          document = withNewVersion(document, { id, size_bytes: 1 });
          versions.push({ id, number: lastVersionNumber(document), status: 'processing' });
        } else if (outcome === 'delete') {
          if (versions.length < 2) continue;
          versions = versions.toSpliced(which % versions.length, 1);
          document = withoutVersion(document, { size_bytes: 1 }, leftOf(versions));
          deleted += 1;
        } else if (version) {
          version.status = outcome;
          document = withProcessedVersion(document, version, outcome);
        }
        expect({
          ...document,
          newest_version_number: newestVersionNumber(document),
          deleted_version_count: document.deleted_version_count ?? 0,
        }).toMatchObject(expectedState(versions, deleted));
        const numbers = versions.map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
      }
    }),
    { numRuns: 200 },
  );
});

test('lists of documents are merged newest first, and have a document that moves between them once, with its new state', () => {
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
