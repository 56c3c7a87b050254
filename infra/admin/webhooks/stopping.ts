import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { type MemberItem, mayManage } from '../../../shared/data/organizations.ts';
import { listWebhooks } from '../../../shared/data/webhooks.ts';
import { type Output, printable } from '../output.ts';

/** The endpoints that stop as their registrar loses the right to manage. */
export class StoppingWebhooks {
  readonly #output: Output;
  readonly #ids = new Set<WebhookId>();

  constructor(output: Output) {
    this.#output = output;
  }

  get ids(): WebhookId[] {
    return [...this.#ids];
  }

  /** Says which endpoints stop with a change of a member that is about to be committed: each once. Undefined: removed. */
  async announce(before: MemberItem, after: MemberItem | undefined): Promise<void> {
    if (!mayManage(before) || mayManage(after)) return;
    for (const webhook of await listWebhooks(before.organization_id)) {
      const { id, url, created_by, registered_by_staff, disabled } = webhook;
      if (created_by !== before.user_id || registered_by_staff || disabled || this.#ids.has(id)) continue;
      this.#ids.add(id);
      this.#output.note(
        `The webhook endpoint ${id} (${printable(url)}) stops. To have it go on: webhooks enable ${id} --as <user>`,
      );
    }
  }
}
