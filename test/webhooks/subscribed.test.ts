import { describe, expect } from 'vitest';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Actor } from '../support/client.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Hook, openHook } from './hook.ts';
import { testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

const [policyId = ''] = stage.credentials.policy_ids;

/** Registers a hook in the seeded organization of an actor. */
async function registered(as: Actor, ...events: string[]): Promise<Hook> {
  const hook = await openHook();
  const { body } = await stage.call.registerWebhook({ as, json: { url: hook.url, events } });
  hook.secrets = [body.secret];
  return hook;
}

async function upload(as: Actor, fields: Readonly<Record<string, string>> = {}): Promise<Document> {
  const form = uploadForm({ title: 'Rahmenvertrag', ...fields }, await makePdf());
  return (await stage.call.createDocument({ as, form })).body;
}

const update = async (as: Actor, { id }: Document, json: Readonly<Record<string, string>>) =>
  (await stage.call.updateDocument({ as, path: { document_id: id }, json })).body;

const typesOf = ({ deliveries }: Hook) => deliveries.map(({ event }) => event.type).toSorted();

describe('an endpoint', () => {
  test('gets the events to which it subscribes, in its own organization', async () => {
    const updates = await registered('owner', 'document.updated');
    const several = await registered('admin', 'policy.attached', 'document.created');
    const everything = await registered('owner', '*');
    const tests = await registered('owner', 'webhook.test');
    const elsewhere = await registered('outsider', '*');

    const document = await upload('member');
    await stage.deliver();
    await update('admin', document, { title: 'Umbenannt' });
    const path = { document_id: document.id };
    const attached = await stage.call.attachDocumentPolicy({ path, json: { policy_id: policyId } });
    expect(attached.status).toBe(200);
    await stage.deliver();

    expect(typesOf(updates)).toEqual(['document.updated']);
    expect(typesOf(several)).toEqual(['document.created', 'policy.attached']);
    const all = ['document.created', 'document.updated', 'policy.attached', 'version.created'];
    expect(typesOf(everything)).toEqual(all);
    expect(tests.receiver.connections).toBe(0);
    expect(elsewhere.receiver.connections).toBe(0);
  });
});
