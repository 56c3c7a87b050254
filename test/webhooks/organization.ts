import { expect, test } from 'vitest';
import type { DocumentId, EventId, OrganizationId, WebhookId } from '../../shared/contract/identifiers.ts';
import type { WebhookEndpoint } from '../../shared/contract/resources/webhook.ts';
import { newId } from '../../shared/data/table/ids.ts';
import type { AttemptItem } from '../../shared/data/webhooks/deliveries.ts';
import { type DeliveryItem, getDelivery } from '../../shared/data/webhooks/deliveries.ts';
import { listAttempts, listDeliveries } from '../../shared/data/webhooks/deliveryLists.ts';
import { getLane, type Lane } from '../../shared/data/webhooks/lanes.ts';
import { getWebhook, type WebhookItem } from '../../shared/data/webhooks/webhooks.ts';
import type { CallRequest } from '../support/client.ts';
import { storedApiKey, storedOrganization } from '../support/people/people.ts';
import type { WebhookStage } from '../support/stages/webhookStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Hook, openHook } from './hook.ts';

/** A registered hook. */
export interface Endpoint extends Hook {
  readonly id: WebhookId;
}

/** The stored items of an endpoint. */
export interface Recorded {
  readonly webhook: WebhookItem;
  readonly lane: Lane;
}

/** The stored items of a delivery. */
export interface RecordedDelivery {
  readonly delivery: DeliveryItem;
  readonly attempts: AttemptItem[];
}

/**
 * An organization for one test, with one document. When it is made, the clock may differ from the real time by at most 15 minutes.
 * Otherwise S3 would refuse the upload.
 */
export class Organization {
  readonly id: OrganizationId;
  readonly documentId: DocumentId;
  readonly #stage: WebhookStage;
  readonly asOwner: CallRequest;
  #changes = 0;

  private constructor(stage: WebhookStage, id: OrganizationId, asOwner: CallRequest, documentId: DocumentId) {
    this.#stage = stage;
    this.id = id;
    this.asOwner = asOwner;
    this.documentId = documentId;
  }

  static async on(stage: WebhookStage): Promise<Organization> {
    const { id, owner } = await storedOrganization();
    const { headers } = await storedApiKey(owner, { organization_id: id });
    const asOwner = { as: null, headers };
    const form = uploadForm({ title: 'Rahmenvertrag' }, await makePdf());
    const { body } = await stage.call.createDocument({ ...asOwner, form });
    await stage.deliver();
    return new Organization(stage, id, asOwner, body.id);
  }

  /** Registers a hook. Default: a new hook, for changes of documents, by the owner */
  async register(
    given: { readonly hook?: Hook; readonly events?: readonly string[]; readonly by?: CallRequest } = {},
  ): Promise<Endpoint> {
    const { hook = await openHook(), events = ['document.updated'], by = this.asOwner } = given;
    const json = { url: hook.url, events };
    const { id, secret } = (await this.#stage.call.registerWebhook({ ...by, json })).body;
    hook.secrets = [...hook.secrets, secret];
    return Object.assign(hook, { id });
  }

  /** Its endpoints as the API lists them to its owner. */
  async listedWebhooks(): Promise<WebhookEndpoint[]> {
    return (await this.#stage.call.listWebhooks(this.asOwner)).body.webhooks;
  }

  /** Changes the document, without delivery. Resolves with the event's id. */
  async change(): Promise<EventId> {
    // One process makes all ids, so later events have later ids.
    const before = newId('evt');
    await this.changeUnseen();
    const later = await this.#stage.table.events(before);
    const [event, ...others] = later.filter(({ organization_id }) => organization_id === this.id);
    if (!event || others.length > 0) throw new Error('expected one event');
    return event.id;
  }

  /** Changes the document and delivers the event. Resolves with the event's id. */
  async changeAndDeliver(): Promise<EventId> {
    const id = await this.change();
    await this.#stage.deliver();
    return id;
  }

  /** Changes the document. Does not return the event's id. */
  async changeUnseen(): Promise<void> {
    this.#changes += 1;
    const { status } = await this.#stage.call.updateDocument({
      ...this.asOwner,
      path: { document_id: this.documentId },
      json: { title: `Rahmenvertrag, Fassung ${this.#changes}` },
    });
    expect(status).toBe(200);
  }

  async recorded({ id }: Endpoint): Promise<Recorded> {
    const [webhook, lane] = await Promise.all([getWebhook(this.id, id), getLane(id)]);
    if (!webhook || !lane) throw new Error(`${id} is not recorded`);
    return { webhook, lane };
  }

  async recordedDelivery({ id }: Endpoint, eventId: EventId): Promise<RecordedDelivery> {
    const delivery = await getDelivery(id, eventId);
    if (!delivery) throw new Error(`${eventId} is not for ${id}`);
    return { delivery, attempts: await listAttempts(id, eventId) };
  }

  /** Returns every delivery to an endpoint, newest event first. */
  async recordedDeliveries({ id }: Endpoint): Promise<DeliveryItem[]> {
    return (await listDeliveries(id, { limit: 1000 })).items;
  }
}

/** A test that can request an organization on the stage, an endpoint of that organization, or a hook that is not registered. */
export const testOn = (stage: WebhookStage) =>
  test
    .extend('organization', () => Organization.on(stage))
    .extend('endpoint', ({ organization }) => organization.register())
    .extend('hook', () => openHook());

/** Returns whether an endpoint has work left. */
export async function isAnythingDue(stage: WebhookStage, { id }: Endpoint): Promise<boolean> {
  const items = await stage.table.partition(`WEBHOOK#${id.slice('whk_'.length)}`);
  return items.some(({ sk, due_at_ms }) => String(sk).startsWith('SCHEDULE#') || due_at_ms !== undefined);
}
