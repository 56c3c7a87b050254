import { once } from 'node:events';
import { MessageChannel, type MessagePort, type Transferable, type Worker } from 'node:worker_threads';

/** A message to a thread. */
export interface ThreadRequest<Message> {
  readonly message: Message;
  /** Gets the answer, once. */
  readonly answerTo: MessagePort;
}

/** Sends a message to a thread, and resolves with the answer. Each message has its own port for it, because several may be pending. */
export const senderOf =
  <Message>(worker: Worker) =>
  async (message: Message, transferred: readonly Transferable[] = []): Promise<unknown> => {
    const { port1, port2 } = new MessageChannel();
    const answered = once(port1, 'message');
    worker.postMessage({ message, answerTo: port2 } satisfies ThreadRequest<Message>, [
      port2,
      ...transferred,
    ]);
    const [answer] = await answered;
    port1.close();
    return answer;
  };
