import { eventExamples } from '../../contract/eventExamples.ts';
import { policiesMax } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/policies.ts';
import { lastPage, shortPages, type TextsOf } from './text.ts';

const attached = eventExamples['policy.attached'].data;
const created = eventExamples['policy.created'].data;
const archived = eventExamples['policy.updated'].data;

export const policies: TextsOf<typeof contracts> = {
  listDocumentPolicies: {
    description: 'For everyone who may read the document.',
    success: 'A page of attached policies.',
    response: { items: [attached], pagination: lastPage },
  },
  attachDocumentPolicy: {
    description:
      'A policy that is attached already stays as it is: attaching twice is attaching once. One that is archived ' +
      'cannot be attached anew (`invalid_value`). For the document’s creator, and for ' +
      'the owners and admins of its organization who may read it.',
    success: 'The policy as it is attached.',
    request: { policy_id: attached.policy.id },
    response: attached,
  },
  detachDocumentPolicy: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it.',
    success: 'The policy is not attached any more.',
    response: {},
  },
  listPolicies: {
    description: `For every member. ${shortPages}`,
    success: 'A page of policies.',
    response: { items: [created], pagination: lastPage },
  },
  createPolicy: {
    description:
      `For owners and admins. An organization has at most ${policiesMax} policies that are not archived, and no two of the same ` +
      'name (422). Without `rules` a policy is a label; with them it governs what readers see behind `service_url`.',
    success: 'The policy.',
    request: { name: created.name },
    response: created,
  },
  getPolicy: {
    description: 'For every member.',
    success: 'The policy.',
    response: created,
  },
  updatePolicy: {
    description:
      'For owners and admins. A new name is shown wherever the policy is attached, and entry pages are drawn anew. One that is ' +
      'archived stays where it is attached; it is taken up again with `archived: false`, if no other has its name by then (422). `rules` replace those that ' +
      'there were, all of them, and hold for the next request, wherever the policy is attached.',
    success: 'The policy as it is now.',
    request: { archived: true },
    response: archived,
  },
  listPolicyDocuments: {
    description:
      'For every member: documents that you may not read are left out, so a page may have fewer than `limit`, even none, while ' +
      '`has_more` is true.',
    success: 'A page of attachments.',
    response: { items: [attached], pagination: lastPage },
  },
};
