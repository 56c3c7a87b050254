import type { OrganizationId, WebhookId } from '../../../shared/contract/identifiers.ts';
import type { WebhookItem } from '../../../shared/data/webhooks.ts';
import { operator } from '../../../shared/events/describe.ts';
import { type Stopping, stop } from '../../../shared/events/endpoints.ts';
import type { Admin } from '../admin.ts';
import { printable } from '../output.ts';

/** The endpoints that stop because nobody answers for them any more. */
export class StoppingWebhooks {
  readonly #admin: Admin;
  readonly #announced = new Set<WebhookId>();
  readonly #ids = new Map<OrganizationId, readonly WebhookId[]>();

  constructor(admin: Admin) {
    this.#admin = admin;
  }

  get ids(): readonly WebhookId[] {
    return [...this.#ids.values()].flat();
  }

  /**
   * Says which endpoints of an organization are about to stop: each once, however often that is tried. Returns what stops them.
   */
  stop(organizationId: OrganizationId, endpoints: readonly WebhookItem[]): Stopping {
    this.#ids.set(
      organizationId,
      endpoints.map(({ id }) => id),
    );
    for (const { id, url } of endpoints.filter(({ id }) => !this.#announced.has(id))) {
      this.#announced.add(id);
      this.#admin
        .output()
        .note(
          `The webhook endpoint ${id} (${printable(url)}) stops. To have it go on: webhooks enable ${id} --as <user>`,
        );
    }
    return stop(endpoints, operator, this.#admin.now());
  }
}
