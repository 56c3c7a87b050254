import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import type { WebhookItem } from '../../../shared/data/webhooks.ts';
import { type Output, printable } from '../output.ts';

/** Says that endpoints stop because nobody answers for them any more, and returns their ids. */
export const noteStopping = (output: Output, endpoints: readonly WebhookItem[]): WebhookId[] =>
  endpoints.map(({ id, url }) => {
    output.note(
      `The webhook endpoint ${id} (${printable(url)}) stops. To have it go on: webhooks enable ${id} --as <user>`,
    );
    return id;
  });
