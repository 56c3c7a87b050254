import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { maxYoungGenerationSizeMb } from '../threadLimits.ts';
import { senderOf } from '../threadMessages.ts';
import type { CollectionState, IndexDefinition } from './collectionFile.ts';
import { OpenSearchError } from './errors.ts';
import type { BulkItem } from './indexWriter.ts';
import type { WriterAnswer, WriterMessage, WriterThreadData } from './writerThread.ts';

type Result<Key extends string> = Extract<WriterAnswer, Readonly<Record<Key, unknown>>>;

/** The thread that writes collections. It starts with the first collection. All methods may throw an OpenSearchError. */
export class IndexWriting {
  readonly #directory: string;
  #thread: Worker | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async open(collection: string): Promise<CollectionState> {
    return (await this.#ask<Result<'opened'>>({ command: 'open', collection })).opened;
  }

  async create(collection: string, index: string, body: string): Promise<IndexDefinition> {
    return (await this.#ask<Result<'created'>>({ command: 'create', collection, index, body })).created;
  }

  async bulk(collection: string, index: string, body: string): Promise<readonly BulkItem[]> {
    return (await this.#ask<Result<'items'>>({ command: 'bulk', collection, index, body })).items;
  }

  async refresh(): Promise<void> {
    if (this.#thread) await this.#ask({ command: 'refresh' });
  }

  async close(): Promise<void> {
    if (!this.#thread) return;
    await Promise.all([once(this.#thread, 'exit'), senderOf(this.#thread)({ command: 'close' })]);
  }

  async #ask<Expected extends WriterAnswer>(message: WriterMessage): Promise<Expected> {
    this.#thread ??= startThread(this.#directory);
    const answer = (await senderOf<WriterMessage>(this.#thread)(message)) as WriterAnswer;
    if ('refused' in answer) {
      const { status, type, reason } = answer.refused;
      throw new OpenSearchError(status, type, reason);
    }
    return answer as Expected;
  }
}

function startThread(directory: string): Worker {
  const thread = new Worker(new URL('./writerThread.ts', import.meta.url), {
    name: 'search index',
    workerData: { directory } satisfies WriterThreadData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  thread.on('error', (error) => {
    throw error;
  });
  return thread;
}
