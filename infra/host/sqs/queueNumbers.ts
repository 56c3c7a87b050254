import type { Action } from './fauxqs.ts';

/** Counts queue metrics that CloudWatch reports, but SQS's actions do not. */
export class QueueNumbers {
  readonly #received = new Map<string, number>();

  /** Receives messages as `receive` does, and counts the messages. */
  readonly counting =
    (receive: Action): Action =>
    async (input, store, request) => {
      const answer = await receive(input, store, request);
      const messages = 'Messages' in answer && Array.isArray(answer.Messages) ? answer.Messages.length : 0;
      const url = String(input.QueueUrl);
      if (messages > 0) this.#received.set(url, (this.#received.get(url) ?? 0) + messages);
      return answer;
    };

  /** An action added by the host: returns a queue's numbers, with the messages received since the last call. */
  readonly describe: Action = ({ QueueUrl }, store) => {
    const url = String(QueueUrl);
    const received = this.#received.get(url) ?? 0;
    this.#received.delete(url);
    const queue = store.getQueue(url);
    const waiting = [...(queue?.messages ?? [])];
    const inFlight = [...(queue?.inflightMessages.values() ?? [])].map(({ message }) => message);
    const sent = [...waiting, ...inFlight].map(({ sentTimestamp }) => sentTimestamp);
    return {
      waiting: waiting.length,
      oldestSentAtMilliseconds: sent.length === 0 ? null : sent.reduce((a, b) => Math.min(a, b)),
      received,
    };
  };
}
