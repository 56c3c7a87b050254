import { expect, test } from 'vitest';
import { ExceedingCallers, maxRemembered } from '../../../functions/authorizer/exceedingCallers.ts';

const exceeded = { requests: 1001, creates: 0 };
const creating = { requests: 200, creates: 101 };

test('the first ten thousand callers over a limit are remembered, and later ones are not', () => {
  const callers = new ExceedingCallers(1);
  const names = Array.from({ length: 2 * maxRemembered }, (_, index) => `ip:api:${index}`);

  for (const name of names) callers.remember(name, exceeded);

  expect(maxRemembered).toBe(10_000);
  expect(names.filter((name) => callers.countsOf(name))).toEqual(names.slice(0, maxRemembered));
});

test('a remembered caller can exceed another limit too, even when there is no room for others', () => {
  const callers = new ExceedingCallers(1);
  callers.remember('key:first', creating);
  for (let index = 0; index < maxRemembered; index++) callers.remember(`ip:api:${index}`, exceeded);

  callers.remember('key:first', exceeded);

  expect(callers.countsOf('key:first')).toEqual(exceeded);
});
