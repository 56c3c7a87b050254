import type { Context } from 'aws-lambda';
import { consumer } from '../../shared/queues/consumer.ts';
import { prepareCopyMessage } from '../../shared/queues/messages.ts';
import { preparePages } from './prepareCopy/pages.ts';
import { prepareStampedCopy } from './prepareCopy/stamp.ts';

/** Makes the copies that readers get instead of a version's file. The work on each kind can be killed anywhere, and repeated. */
export const handler = consumer(prepareCopyMessage, async (message, context: Context) => {
  switch (message.kind) {
    case 'pages':
      return preparePages(message, context);
    case 'stamped':
      return prepareStampedCopy(message, context);
  }
});
