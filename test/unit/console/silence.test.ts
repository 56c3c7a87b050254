import { expect, test } from 'vitest';
import { silentSince } from '../../../shared/console/endpoints/silence.ts';

const hour = 3_600_000;
const now = 100 * hour;

/** A delivery of an event `hours` ago, whose last attempt was `tried` hours ago. */
const delivery = (
  status: 'pending' | 'succeeded' | 'failed',
  hours: number,
  tried: number | null = hours,
) => ({
  status,
  created_at: new Date(now - hours * hour).toISOString(),
  attempts: [tried ?? []].flat().map((ago) => ({
    number: 1,
    started_at: new Date(now - ago * hour).toISOString(),
    duration_ms: 1,
    status_code: status === 'succeeded' ? 204 : 503,
    error: null,
  })),
});

test.for([
  ['nothing was sent', [], undefined],
  ['the last event arrived long ago', [delivery('succeeded', 5)], undefined],
  ['a delivery has failed for less than an hour', [delivery('pending', 0.9)], undefined],
  ['a delivery has failed for an hour', [delivery('pending', 1, 0.1)], 1],
  ['two have failed', [delivery('pending', 2, 0.1), delivery('failed', 3, 0.5)], 3],
  ['others arrived meanwhile', [delivery('pending', 3, 0.2), delivery('succeeded', 0.5)], undefined],
  ['others arrived before', [delivery('pending', 3, 0.2), delivery('succeeded', 2)], 2],
  ['it arrived again after a failure', [delivery('failed', 9), delivery('succeeded', 5)], undefined],
  ['a delivery was not tried yet', [delivery('pending', 3, null)], undefined],
] as const)('an endpoint is silent when an hour has passed: %s', ([, deliveries, hours]) => {
  expect(silentSince(deliveries, now)).toBe(hours === undefined ? undefined : now - hours * hour);
});
