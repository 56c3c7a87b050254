import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import type { Write } from '../../../shared/data/commit.ts';
import { type MemberItem, mayManage } from '../../../shared/data/organizations.ts';
import { listWebhooks, replaceWebhook, type WebhookItem } from '../../../shared/data/webhooks.ts';
import type { Admin } from '../admin.ts';
import { printable } from '../output.ts';

/**
 * The endpoints that stop as their registrar loses the right to manage. They are disabled by the very commit that takes it:
 * workers would find them only with the next event, and not at all if the right came back before.
 */
export class StoppingWebhooks {
  readonly #admin: Admin;
  readonly #announced = new Set<WebhookId>();
  #ids: readonly WebhookId[] = [];

  constructor(admin: Admin) {
    this.#admin = admin;
  }

  get ids(): readonly WebhookId[] {
    return this.#ids;
  }

  /**
   * Says which endpoints stop with a change of a member that is about to be committed: each once, however often that is
   * tried. Returns what disables them, 50 writes at most. Undefined: removed.
   */
  async stop(before: MemberItem, after: MemberItem | undefined): Promise<Write<WebhookItem>[]> {
    const ended = !mayManage(before) || mayManage(after) ? [] : await endpointsOf(before);
    this.#ids = ended.map(({ id }) => id);
    for (const { id, url } of ended.filter(({ id }) => !this.#announced.has(id))) {
      this.#announced.add(id);
      this.#admin
        .output()
        .note(
          `The webhook endpoint ${id} (${printable(url)}) stops. To have it go on: webhooks enable ${id} --as <user>`,
        );
    }
    const disabled = { reason: 'registrar' as const, at: new Date(this.#admin.now()).toISOString() };
    return ended.map((webhook) => replaceWebhook({ ...webhook, disabled }));
  }
}

const endpointsOf = async ({ organization_id, user_id }: MemberItem): Promise<WebhookItem[]> =>
  (await listWebhooks(organization_id)).filter(
    ({ created_by, registered_by_staff, disabled }) =>
      created_by === user_id && !registered_by_staff && !disabled,
  );
