import { eventExamples } from '../../contract/eventExamples.ts';
import type * as contracts from '../../contract/operations/policies.ts';
import { lastPage, type TextsOf } from './text.ts';

const attached = eventExamples['policy.attached'].data;

export const policies: TextsOf<typeof contracts> = {
  listDocumentPolicies: {
    description: 'For everyone who may read the document.',
    success: 'A page of attached policies.',
    response: { items: [attached], pagination: lastPage },
  },
  attachDocumentPolicy: {
    description:
      'A policy that is attached already stays as it is: attaching twice is attaching once. For the document’s creator, and for ' +
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
};
