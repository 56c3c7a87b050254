import * as z from 'zod/mini';
import { documentId, eventId, versionId, webhookId } from '../contract/identifiers.ts';

/** What queues carry: ids only, the state is in the table. Apart from the clients, so that consumers load none. */

/** "Process this version." */
export const processVersionMessage = z.object({ document_id: documentId, version_id: versionId });
export type ProcessVersionMessage = z.infer<typeof processVersionMessage>;

/** "Fan this event out." */
export const fanOutEventMessage = z.object({ event_id: eventId });
export type FanOutEventMessage = z.infer<typeof fanOutEventMessage>;

/** "Deliver what is due to this endpoint", in the queue for those that answer quickly or in the one for the others. */
export const deliverMessage = z.object({ webhook_id: webhookId, queue: z.enum(['quick', 'slow']) });
export type DeliverMessage = z.infer<typeof deliverMessage>;
