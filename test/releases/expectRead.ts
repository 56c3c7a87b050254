import { expect } from 'vitest';
import type { Reading } from './life.ts';
import { readAgain } from './readings.ts';
import type { Service } from './service.ts';

/** Expects everybody to read what was read before; lists may have more in between. */
export async function expectRead(service: Service, readings: readonly Reading[]): Promise<void> {
  expect(readings.length).toBeGreaterThan(0);
  const again = await readAgain(service, readings);
  for (const [index, { entries, ...reading }] of readings.entries()) {
    const { entries: found, ...now } = again[index] ?? {};
    const about = `${reading.path}, read by ${reading.as}`;
    expect(now, about).toEqual(reading);
    if (entries) expect(found, about).toEqual(expect.arrayContaining([...entries]));
  }
}
