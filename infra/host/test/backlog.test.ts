import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Backlog, InFlightMessages } from '../sqs/backlog.ts';
import type { SqsMessage } from '../sqs/fauxqs.ts';

const message = (messageId: string, messageGroupId: string | undefined): SqsMessage => ({
  messageId,
  body: messageId,
  md5OfBody: '',
  messageAttributes: {},
  md5OfMessageAttributes: '',
  sentTimestamp: 0,
  approximateReceiveCount: 0,
  ...(messageGroupId !== undefined && { messageGroupId }),
});
const entry = (taken: SqsMessage) => ({
  message: taken,
  receiptHandle: taken.messageId,
  visibilityDeadline: 0,
});

const group = fc.constantFrom('a', 'b', 'c', 'd', undefined);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('push' as const), group }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
);

test('the next message is the oldest of a group with the fewest messages in flight', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const backlog = new Backlog();
      const inFlight = new InFlightMessages(backlog);
      let waiting: SqsMessage[] = [];
      const taken: SqsMessage[] = [];
      const inFlightOf = ({ messageGroupId: id }: SqsMessage) =>
        id === undefined ? 0 : taken.filter(({ messageGroupId }) => messageGroupId === id).length;
      const put = (added: SqsMessage) => {
        backlog.push(added);
        waiting.push(added);
      };

      steps.forEach((action, index) => {
        if (action.kind === 'push') put(message(`m${index}`, action.group));
        else if (action.kind === 'take') {
          const fewest = Math.min(...waiting.map(inFlightOf));
          const expected = waiting.find((candidate) => inFlightOf(candidate) === fewest);
          const next = backlog.shift();
          expect(next).toBe(expected);
          if (!next) return;
          waiting = waiting.filter((candidate) => candidate !== next);
          inFlight.set(next.messageId, entry(next));
          taken.push(next);
        } else if (action.kind === 'purge') {
          backlog.clear();
          waiting = [];
        } else if (taken.length > 0) {
          const [done] = taken.splice(action.which % taken.length, 1);
          if (!done) return;
          inFlight.delete(done.messageId);
          if (action.kind === 'return') put(done);
        }
        expect(backlog.length).toBe(waiting.length);
        expect(new Set(backlog)).toEqual(new Set(waiting));
      });
    }),
    { numRuns: 100 },
  );
});
