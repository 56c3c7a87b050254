import { expect, test } from 'vitest';
import { encryptSecret } from '../../shared/credentials/secrets.ts';
import { getOrganization } from '../../shared/data/organizations/organizations.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { createWebhook, newWebhook } from '../../shared/data/webhooks/webhooks.ts';
import { newSecret } from '../../shared/webhooks/signature.ts';
import { storedPerson } from '../support/people/people.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { openHook } from './hook.ts';
import { Organization } from './organization.ts';

/** Deployed stages have this setting by default. */
const stage = await sharedWebhookStage({ environment: { webhookAllowPrivateTargets: 'false' } });

// Threat: A webhook sends requests to the service's own network (SSRF)
test.for(['https://169.254.169.254../latest/meta-data/', 'https://hooks.example.com:8443'])(
  'an endpoint is refused %s',
  async (url) => {
    const answer = await stage.call.registerWebhook({ json: { url, events: ['*'] } });

    expect(answer).toMatchObject({
      status: 422,
      problem: {
        errors: [{ location: 'body.url', value: url, message: expect.stringMatching(/^url must /) }],
      },
    });
    expect((await stage.call.listWebhooks()).body.webhooks).toEqual([]);
  },
);

test.for(['https://hooks.example.com', 'https://hooks.example.com:443/a?b=c'])(
  'an endpoint is registered at %s',
  async (url) => {
    const json = { url, events: ['webhook.test'] };
    expect((await stage.call.registerWebhook({ as: 'outsider', json })).status).toBe(201);
  },
);

test.for(['localhost', '127.0.0.1'])(
  'no connection is opened to an endpoint that was stored with the host %s, bypassing the API',
  async (host) => {
    const organization = await Organization.on(stage);
    const hook = await openHook();
    const url = hook.url.replace('localhost', host);
    const owner = { id: newId('whk'), organization_id: organization.id };
    const found = await getOrganization(organization.id);
    if (!found) throw new Error('there is no organization');
    const ciphertext = await encryptSecret(newSecret(), owner);
    const { id: created_by } = await storedPerson();
    const given = { ...owner, url, events: ['*'], created_by, registered_by_staff: true };
    const webhook = newWebhook(given, ciphertext, Date.now());
    await transact(createWebhook(webhook, found));
    const endpoint = Object.assign(hook, { id: webhook.id });

    const eventId = await organization.changeAndDeliver();

    const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1 });
    expect(attempts).toMatchObject([
      { status_code: null, error: { class: 'address_not_allowed' }, response_body: null },
    ]);
    expect(endpoint.receiver.connections).toBe(0);
  },
);
