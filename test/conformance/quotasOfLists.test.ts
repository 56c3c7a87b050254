import { expect, test } from 'vitest';
import {
  accountAlone,
  accountsOrganization,
  addAccount,
  endKey,
  makeKey,
  removeAccount,
} from '../support/apiKeys.ts';
import type { Answer } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { invite, someAddress } from '../support/invitations.ts';
import { retried } from '../support/retried.ts';
import { newOrganization, register, unusedUrl } from '../support/webhooks.ts';

type Made = () => Promise<Answer<{ readonly id: string }>>;

/** What there is only a number of, and a function that makes the first one. `again`: what is still possible beside as many as the number */
const limited: readonly (readonly [
  what: string,
  most: number,
  begin: () => Promise<{ readonly make: Made; readonly again: Made }>,
])[] = [
  [
    'active API keys of a service account',
    100,
    async () => {
      const { as, account } = await accountAlone();
      const make = () => makeKey(as, { service_account_id: account });
      const { id } = (await make()).body;
      return { make, again: async () => (await endKey(as, id)) && make() };
    },
  ],
  [
    'service accounts',
    100,
    async () => {
      const { as } = await accountsOrganization();
      const { id } = (await addAccount(as)).body;
      return {
        make: () => addAccount(as),
        again: async () => (await removeAccount(as, id)) && addAccount(as),
      };
    },
  ],
  [
    'invitations',
    100,
    async () => {
      const { headers } = await newOrganization();
      const email = someAddress();
      await invite(headers, { email });
      // A person who is invited already gets a new invitation in place of the earlier one.
      return { make: () => invite(headers), again: () => invite(headers, { email }) };
    },
  ],
  [
    'webhook endpoints',
    50,
    async () => {
      const { headers } = await newOrganization();
      const make = () => register(headers, { url: unusedUrl, events: ['webhook.test'] });
      const path = { webhook_id: (await make()).body.id };
      return {
        make,
        again: async () => (await call.deleteWebhook({ as: 'staff', headers, path })) && make(),
      };
    },
  ],
];

test.for(limited)(
  'an organization has no more %s than %i, also by requests at the same time',
  async (row) => {
    const [, most, begin] = row;
    const { make, again } = await begin();
    for (let number = 2; number < most; number++) await make();

    const answers = await Promise.all([1, 2, 3].map(() => retried(make)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect((await make()).problem?.detail).toContain(String(most));
    expect((await again()).status).toBe(201);
    expect((await make()).status).toBe(422);
  },
);
