import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Child, NotThere, ordersAmong } from '../../../shared/acts/rooms/order.ts';
import { newId } from '../../../shared/data/table/ids.ts';

const child = (order: string, isDeleted = false): Child => ({ id: newId('itm'), order, isDeleted });

/** Where a new item is to come: last, first, or after the child with this number. */
const wish = fc.oneof(fc.constant('last' as const), fc.constant('first' as const), fc.nat(7));

/** The plain way: puts names into a list, one after the other. */
function expected(children: number, wishes: readonly (number | 'last' | 'first')[]): string[] {
  const line = Array.from({ length: children }, (_, index) => `child ${index}`);
  for (const [index, after] of wishes.entries()) {
    const name = `new ${index}`;
    const earlier = wishes.slice(0, index).lastIndexOf(after);
    if (after === 'last') line.push(name);
    else if (earlier >= 0) line.splice(line.indexOf(`new ${earlier}`) + 1, 0, name);
    else line.splice(after === 'first' ? 0 : line.indexOf(`child ${after}`) + 1, 0, name);
  }
  return line;
}

test('new items come where they are to come, several after the same item in their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(wish, { maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 8, max: 12 }),
      (requests, first) => {
        let children: Child[] = [];
        for (const wishes of [Array<'last'>(first).fill('last'), ...requests]) {
          const orders = ordersAmong(
            children,
            wishes.map((after) => {
              if (after === 'last') return undefined;
              return after === 'first' ? after : children[after]?.id;
            }),
          );
          if (orders instanceof NotThere) throw new Error(`nothing to come after: ${orders.index}`);
          const all = [
            ...children.map(({ order, ...one }, index) => ({ ...one, order, name: `child ${index}` })),
            ...orders.map((order, index) => ({ ...child(order), name: `new ${index}` })),
          ].sort((a, b) => (a.order < b.order ? -1 : 1));
          expect(all.map(({ name }) => name)).toEqual(expected(children.length, wishes));
          expect(new Set(all.map(({ order }) => order)).size).toBe(all.length);
          children = all;
        }
      },
    ),
  );
});

test('nothing comes after an item that is not there, or that is deleted', () => {
  const [a, b, deleted] = [child('a0'), child('a1'), child('a2', true)];

  for (const after of [newId('itm'), deleted.id])
    expect(ordersAmong([a, b, deleted], [a.id, after])).toEqual(new NotThere(1));
});
