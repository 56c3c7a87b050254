import * as z from 'zod/mini';
import { documentId, versionId } from '../contract/identifiers.ts';

/** What queues carry: ids only, the state is in the table. Apart from the clients, so that consumers load none. */

/** "Process this version." */
export const processVersionMessage = z.object({ document_id: documentId, version_id: versionId });
export type ProcessVersionMessage = z.infer<typeof processVersionMessage>;
