import { expect, test } from 'vitest';
import { ExceedingCallers, maxRemembered } from '../../../functions/authorizer/exceedingCallers.ts';

const exceeded = { requests: 1001, creates: 0 };
const creating = { requests: 200, creates: 101 };

test('the memory of callers over a limit has ten thousand, and keeps them when others come', () => {
  const callers = new ExceedingCallers(1);
  const names = Array.from({ length: 2 * maxRemembered }, (_, index) => `ip:api:${index}`);

  for (const name of names) callers.remember(name, exceeded);

  expect(maxRemembered).toBe(10_000);
  expect(names.filter((name) => callers.countsOf(name))).toEqual(names.slice(0, maxRemembered));
});

test('a caller in a full memory can exceed another limit too', () => {
  const callers = new ExceedingCallers(1);
  callers.remember('key:first', creating);
  for (let index = 0; index < maxRemembered; index++) callers.remember(`ip:api:${index}`, exceeded);

  callers.remember('key:first', exceeded);

  expect(callers.countsOf('key:first')).toEqual(exceeded);
});
