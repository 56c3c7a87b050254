import { serviceAccountId } from '../identifiers.ts';
import { serviceAccountsMax } from '../limits.ts';
import type * as contracts from '../operations/serviceAccounts.ts';
import { type ServiceAccount, serviceAccount } from '../resources/serviceAccount.ts';
import { emptyObject, listPageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

named('ServiceAccount', serviceAccount, {
  description: 'A program that acts in an organization, by API keys of its own.',
  fields: {
    id: 'The service account.',
    name: 'Its purpose.',
    role: 'Its role in the organization; never owner.',
    created_at: 'When it was added.',
    made_by: 'The person who added it; null: an operator of the service.',
  },
});
namedId('ServiceAccountId', serviceAccountId, 'a service account', 'svc_01kfczt4ztmc562e71k9jzsrj9');

const nightly: ServiceAccount = {
  id: 'svc_01kfczt4ztmc562e71k9jzsrj9',
  name: 'Nightly import',
  role: 'member',
  created_at: '2026-01-20T06:00:00.250Z',
  made_by: eventExamples['api_key.created'].data.made_by,
};

export const words: WordsOf<typeof contracts> = {
  listServiceAccounts: {
    description:
      'Members are people, and service accounts are not among them. With `made_by`, lists only those that this person created. ' +
      `${shortPages}`,
    success: 'A page of service accounts.',
    ...listPageOf(
      'ServiceAccountPage',
      'A page of the service accounts of an organization, newest first.',
      'The service accounts.',
      [nightly],
    ),
  },
  createServiceAccount: {
    description:
      'A program that acts in your organization. It has no API key yet: make one with `service_account_id`. An organization has at ' +
      `most ${serviceAccountsMax} (422). For people: service accounts are refused (403).`,
    requestBody: {
      description: 'The service account to add.',
      fields: {
        name: `Its purpose. ${ofOneLine}`,
        role: 'Its role: `admin` or `member`, as owners are people.',
      },
    },
    request: { name: nightly.name },
    success: 'The service account.',
    response: nightly,
  },
  deleteServiceAccount: {
    description:
      'The API keys of the service account end, and webhook endpoints that it registered stop. Its documents stay, and still ' +
      'show its name.',
    success: 'An empty object: the service account is removed.',
    ...emptyObject('ServiceAccountRemoved'),
  },
};
