import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newUlid } from '../../../shared/data/table/ids.ts';
import { cursors } from '../../../shared/http/pagination.ts';

const position = newUlid();

test('parses its own cursors, also after a query string', () => {
  const list = cursors('documents', 'org_1', undefined);

  const { pagination } = list.page(['item'], position);

  expect(pagination).toEqual({ next_cursor: encodeURIComponent(pagination.next_cursor), has_more: true });
  expect(list.read(pagination.next_cursor)).toBe(position);
});

test('ends with an empty cursor', () => {
  expect(cursors('documents').page([], undefined).pagination).toEqual({ next_cursor: '', has_more: false });
});

// Threat: A cursor of one list opens another list
test('refuses a cursor of another list', () => {
  const { pagination } = cursors('versions', 'doc_1').page([], position);

  expect(() => cursors('versions', 'doc_2').read(pagination.next_cursor)).toThrow(
    expect.objectContaining({ code: 'invalid_cursor', param: 'cursor' }),
  );
});

test('refuses all other texts', () => {
  const list = cursors('documents');
  const real = list.page([], position).pagination.next_cursor;

  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.nat(real.length - 1).map((at) => `${real.slice(0, at)}!${real.slice(at)}`),
      ),
      (cursor) => {
        expect(() => list.read(cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
      },
    ),
  );
});
