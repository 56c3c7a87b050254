import { serviceAccountsMax } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/serviceAccounts.ts';
import type { ServiceAccount } from '../../contract/resources/serviceAccount.ts';
import { lastPage, shortPages, type TextsOf } from './text.ts';

const nightly: ServiceAccount = {
  id: 'svc_01kfczt4ztmc562e71k9jzsrj9',
  name: 'Nightly import',
  role: 'member',
  created_at: '2026-01-20T06:00:00.250Z',
};

export const serviceAccounts: TextsOf<typeof contracts> = {
  listServiceAccounts: {
    description: `They are not among the members, who are people. ${shortPages}`,
    success: 'A page of service accounts.',
    response: { items: [nightly], pagination: lastPage },
  },
  createServiceAccount: {
    description:
      'A program that acts in your organization. It has no API key yet: make one with `service_account_id`. An organization has at ' +
      `most ${serviceAccountsMax} (422).`,
    success: 'The service account.',
    request: { name: nightly.name },
    response: nightly,
  },
  deleteServiceAccount: {
    description:
      'Its API keys end, and webhook endpoints that it registered stop. Documents that it made stay, by its name.',
    success: 'An empty object: the service account is removed.',
    response: {},
  },
};
