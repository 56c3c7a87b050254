import { describe } from 'vitest';
import { withoutAnswer } from '../../shared/acts/answering.ts';
import { deleteEndpoint } from '../../shared/acts/deleteEndpoint.ts';
import { resendDelivery } from '../../shared/acts/resendDelivery.ts';
import { rotateSecret } from '../../shared/acts/rotateSecret.ts';
import { sendTest } from '../../shared/acts/sendTest.ts';
import { updateEndpoint } from '../../shared/acts/updateEndpoint.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import type { DeliveryItem } from '../../shared/data/webhooks/deliveries.ts';
import { listWebhooks, replaceWebhook } from '../../shared/data/webhooks/webhooks.ts';
import { operator } from '../../shared/events/records/record.ts';
import { acting, actor, records, refuses, storedEndpoint } from './actTable.ts';

const endpoint = async () => {
  const there = await acting();
  return { ...there, webhookId: (await storedEndpoint(there)).id };
};
const missing = async () => ({ ...(await endpoint()), webhookId: newId('whk') });
const disabled = async () => {
  const given = await endpoint();
  await updateEndpoint({ ...given, enabled: false });
  return given;
};

describe('updateEndpoint', () => {
  const other = async () => ({ ...(await endpoint()), events: ['document.created'] });
  records(updateEndpoint, other, { entries: ['webhook.updated'] });
  refuses(updateEndpoint, {
    no_organization: async () => ({ ...(await other()), organizationId: newId('org') }),
    no_endpoint: missing,
    no_manager: async () => {
      const { member, ...given } = await endpoint();
      return { ...given, by: actor(member), url: 'https://203.0.113.11/hook' };
    },
    registrar_may_not_manage: async () => {
      const { member, ...given } = await disabled();
      return { ...given, by: operator, enabled: true, registrar: member.id };
    },
    registrar_needed: async () => {
      const { member, ...given } = await endpoint();
      const [webhook] = await listWebhooks(given.organizationId);
      if (webhook) await transact([replaceWebhook({ ...webhook, created_by: member.id })]);
      await updateEndpoint({ ...given, enabled: false });
      return { ...given, by: operator, enabled: true };
    },
  });
});

describe('rotateSecret', () => {
  const rotate = (given: Parameters<typeof rotateSecret>[0]) => rotateSecret(given, withoutAnswer);
  records(rotate, endpoint, { entries: ['webhook.secret_rotated'] });
  refuses(rotate, { no_endpoint: missing });
});

describe('deleteEndpoint', () => {
  const end = ({ organizationId, webhookId, by }: Awaited<ReturnType<typeof endpoint>>) =>
    deleteEndpoint(organizationId, webhookId, by);
  records(end, endpoint, { entries: ['webhook.deleted'] });
  refuses(end, { no_endpoint: missing });
});

describe('sendTest', () => {
  const test = (given: Parameters<typeof sendTest>[0]) => sendTest(given, withoutAnswer);
  records(test, endpoint, { entries: ['webhook.test'], events: ['webhook.test'], conflicts: [0] });
  refuses(test, { no_endpoint: missing, endpoint_disabled: disabled });
});

describe('resendDelivery', () => {
  const resend = (given: Parameters<typeof resendDelivery>[0]) => resendDelivery(given, withoutAnswer);
  const delivered = async () => {
    const given = await endpoint();
    const { event_id } = (await sendTest(given, withoutAnswer)) as DeliveryItem;
    return { ...given, eventId: event_id };
  };
  records(resend, delivered, { entries: ['webhook.deliveries_resent'], conflicts: [0] });
  refuses(resend, {
    no_endpoint: async () => ({ ...(await delivered()), webhookId: newId('whk') }),
    endpoint_disabled: async () => ({ ...(await disabled()), eventId: newId('evt') }),
    no_delivery: async () => ({ ...(await delivered()), eventId: newId('evt') }),
  });
});
