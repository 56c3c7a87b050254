import { ruleKinds } from '../../policies/ruleKinds.ts';
import { policyId } from '../identifiers.ts';
import { listedInEventMax, policiesMax, policiesWithRulesMax, rulesMaxBytes } from '../limits.ts';
import type * as contracts from '../operations/policies.ts';
import {
  documentPolicy,
  longList,
  longLists,
  organizationPolicy,
  policy,
  policyUpdate,
} from '../resources/policy.ts';
import { type Rules, rules } from '../resources/rules.ts';
import { pageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

named('Policy', policy, {
  description: 'A governance policy of an organization.',
  fields: { id: 'The policy.', name: 'Its name.', created_at: 'When it was made.' },
});
named('OrganizationPolicy', organizationPolicy, {
  description: 'A governance policy as its organization keeps it.',
  fields: {
    id: 'The policy.',
    name: 'Its name: of policies that are not archived, each has another.',
    created_at: 'When it was made.',
    archived: 'Whether it is archived: it stays where it is attached, and cannot be attached anew.',
    rules: 'What it asks for where it is attached.',
  },
});
named('PolicyUpdate', policyUpdate, {
  description:
    `A changed policy, as events describe it. Lists of addresses and domains with more than ${listedInEventMax} items are not in ` +
    '`rules`: `long_lists` describes them. GET the policy for its whole rules.',
  fields: {
    id: 'The policy.',
    name: 'Its name.',
    created_at: 'When it was made.',
    archived: 'Whether it is archived.',
    rules: 'What it asks for where it is attached, without long lists.',
    long_lists: 'Lists that are long, or were long before. Absent: there is none.',
  },
});
named('LongLists', longLists, {
  description: 'The long lists of a changed policy.',
  fields: {
    allowed_emails: 'The addresses. Absent: the list is and was short.',
    allowed_email_domains: 'The domains. Absent: the list is and was short.',
  },
});
named('LongList', longList, {
  description: 'A long list of a changed policy.',
  fields: {
    length: 'The items that it has now.',
    added: `The first ${listedInEventMax} of the items that it did not have before.`,
    removed: `The first ${listedInEventMax} of the items that it does not have any more.`,
  },
});
const ruleDescriptions = Object.fromEntries(
  Object.entries(ruleKinds).map(([name, { description }]) => [name, description]),
) as Record<keyof Rules, string>;
named('Rules', rules, {
  description:
    'What a policy asks for where it is attached, all of it optional. Rules bind readers, not a document’s creator and the owners ' +
    'and admins of its organization; `?as=reader` shows those what readers see. Of several policies, the strictest counts. For the ' +
    `same end there is a date or a number of days, not both (422). All rules of a policy have at most ${rulesMaxBytes} bytes as compact ` +
    'JSON in UTF-8 (422). `locked` cannot stand beside `legal_hold` (422).',
  fields: ruleDescriptions,
});
named('DocumentPolicy', documentPolicy, {
  description: 'A policy attached to a document.',
  fields: {
    document_id: 'The document.',
    attached_at: 'When the policy was attached to it.',
    attached_by: 'Who attached it, by the name they had then.',
    policy: 'The policy.',
  },
});
namedId('PolicyId', policyId, 'a policy', 'pol_01kf0np7tmewkgng73y320205g');

const attached = eventExamples['policy.attached'].data;
const created = eventExamples['policy.created'].data;
const archived = eventExamples['policy.updated'].data;

/** Who locks a policy. */
const lock =
  'only an owner with powers and a session locks a policy (403), for 3,650 days at most (422), and can unlock it within 24 hours.';

export const words: WordsOf<typeof contracts> = {
  listDocumentPolicies: {
    description: 'For everyone who may read the document.',
    success: 'A page of attached policies.',
    ...pageOf(
      'DocumentPolicyPage',
      'A page of the policies attached to a document, newest attachment first.',
      'The attached policies.',
      [attached],
    ),
  },
  attachDocumentPolicy: {
    description:
      'A policy that is attached already stays as it is: attaching twice is attaching once. One that is archived ' +
      `cannot be attached anew (\`invalid_value\`), nor can a policy with rules where ${policiesWithRulesMax} are attached that had rules ` +
      'then. Where policies are given rules later, so that more than those have rules, readers get 403 until some are detached. For the document’s creator, and for ' +
      'the owners and admins of its organization who may read it.',
    requestBody: {
      name: 'AttachPolicy',
      description: 'Names the policy to attach.',
      fields: { policy_id: 'A policy of the organization of the document.' },
    },
    request: { policy_id: attached.policy.id },
    success: 'The policy as it is attached.',
    response: attached,
  },
  detachDocumentPolicy: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it.',
    success: 'The policy is not attached any more.',
    responseBody: {
      name: 'Detached',
      description: 'An empty object: the policy is not attached any more.',
      fields: {},
    },
    response: {},
  },
  listPolicies: {
    description: `For every member. ${shortPages}`,
    success: 'A page of policies.',
    ...pageOf(
      'OrganizationPolicyPage',
      'A page of the policies of an organization, newest first.',
      'The policies.',
      [created],
    ),
  },
  createPolicy: {
    description:
      `For owners and admins. An organization has at most ${policiesMax} policies that are not archived, and no two of the same ` +
      'name (422). Without `rules` a policy is a label; with them it governs what readers see behind `service_url`.',
    requestBody: {
      description: 'The policy to add.',
      fields: {
        name: 'Its name, which no other policy has that is not archived.',
        rules: 'What it asks for where it is attached. Default: nothing, it is a label.',
        confirm: `Repeats the name, letter for letter. Required with \`locked\`: ${lock}`,
      },
    },
    request: { name: created.name },
    success: 'The policy.',
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
    requestBody: {
      description: 'What is to change of a policy.',
      fields: {
        name: 'Its new name, wherever it is shown.',
        rules: 'What it asks for from now on, all of it.',
        confirm:
          'Repeats the name that the policy has, letter for letter. Required to set `locked`, and to make the retention of a locked ' +
          `policy longer: ${lock}`,
        archived: 'Whether it is archived. To take it up again, its name must not be another’s.',
      },
    },
    request: { archived: true },
    success: 'The policy as it is now.',
    response: archived,
  },
  listPolicyDocuments: {
    description:
      'For every member: documents that you may not read are left out, so a page may have fewer than `limit`, even none, while ' +
      '`has_more` is true.',
    success: 'A page of attachments.',
    ...pageOf(
      'PolicyDocumentPage',
      'A page of the documents that a policy is attached to, newest attachment first.',
      'Where the policy is attached.',
      [attached],
    ),
  },
};
