import type { Context } from 'aws-lambda';
import { getDocumentAndVersion } from '../../shared/data/documents/versions.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { type PrepareCopyMessage, prepareCopyMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';
import { preparePages } from './prepareCopy/pages.ts';
import { prepareStampedCopy } from './prepareCopy/stamp.ts';

/**
 * Makes the pictures and copies that readers get instead of a version's file. The worker can be killed at any point and the work repeated.
 */
export const handler = consumer(prepareCopyMessage, async (message, context: Context) => {
  try {
    await prepare(message, context);
  } catch (error) {
    const { document_id, version_id, kind } = message;
    const { document, version } = await getDocumentAndVersion(document_id, version_id);
    if (document && version) throw error;
    // The file was removed with its version.
    log.info('version deleted while its copy was made', { document_id, version_id, kind });
  }
});

async function prepare(message: PrepareCopyMessage, context: Context): Promise<void> {
  switch (message.kind) {
    case 'pages':
      return preparePages(message, context);
    case 'stamped':
      return prepareStampedCopy(message, context);
  }
}
