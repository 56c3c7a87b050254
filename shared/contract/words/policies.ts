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
import { rules } from '../resources/rules.ts';
import { listPageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

named('Policy', policy, {
  description: 'A governance policy of an organization.',
  fields: { id: 'The policy.', name: 'Its name.', created_at: 'When it was made.' },
});
named('OrganizationPolicy', organizationPolicy, {
  description: 'A governance policy as its organization keeps it.',
  fields: {
    id: 'The policy.',
    name: 'Its name. No two policies have the same name, unless one is archived.',
    created_at: 'When it was made.',
    archived: 'Whether it is archived: it stays where it is attached, and cannot be attached anew.',
    rules: 'Its rules for the documents to which it is attached.',
    unknown_rules:
      'True if a later release stored a rule that this release does not know: readers cannot open the documents, and nobody can delete ' +
      'them. Absent: there is no such rule.',
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
    rules: 'Its rules for the documents to which it is attached, without long lists.',
    unknown_rules: 'True if it has a rule that this release does not know. Absent: it has none.',
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
named('Rules', rules, {
  description:
    'The rules of a policy, all optional. Rules apply to readers. The creator of a document and the owners and admins of its ' +
    'organization are exempt; `?as=reader` shows them a reader’s view. If several policies apply, the strictest rule ' +
    'counts. An end is given as a date or as a number of days, not both (422). All rules of a policy have at most ' +
    `${rulesMaxBytes} bytes as compact JSON in UTF-8 (422). A policy cannot have both \`locked\` and \`legal_hold\` (422).`,
  fields: {
    require_sign_in: 'A public document, too, is only for people who signed in.',
    allowed_email_domains:
      'Readers sign in, with an address of one of these domains, or one of `allowed_emails`. A domain does not stand for those below it.',
    allowed_emails: 'Readers sign in, with one of these addresses, or one of `allowed_email_domains`.',
    allowed_groups:
      'Readers sign in, and belong to one of these groups, or are allowed by `allowed_emails` or `allowed_email_domains`. 1 to 50 ids of ' +
      'groups of the organization. A deleted group stays in the rule and matches nobody.',
    acknowledgement: 'A text that readers accept, once for each document, before they see anything of it.',
    expires_at: 'When reading ends.',
    expires_after_days: 'Reading ends so many days after the policy was attached.',
    watermark:
      'The reader’s name or address, the time and the document’s id are on every page that readers get.',
    view_only: 'Readers get no file: pages are shown as images.',
    retain_until: 'Nobody deletes the document before.',
    retain_for_days: 'Nobody deletes the document until so many days after the policy was attached.',
    legal_hold: 'Nobody deletes the document as long as it is true.',
    locked:
      'Not even owners end retention, or bring its end forward. Without a rule that retains, it does nothing. Only an owner with ' +
      'powers and a session sets it, and can take it off within 24 hours.',
  },
});
named('DocumentPolicy', documentPolicy, {
  description: 'A policy attached to a document.',
  fields: {
    document_id: 'The document.',
    attached_at: 'When the policy was attached to it.',
    attached_by: 'The person or service account that attached it, with the name of that time.',
    policy: 'The policy.',
  },
});
namedId('PolicyId', policyId, 'a policy', 'pol_01kf0np7tmewkgng73y320205g');

const attached = eventExamples['policy.attached'].data;
const created = eventExamples['policy.created'].data;
const archived = eventExamples['policy.updated'].data;

/** Who can lock a policy, and for how long. */
const lock =
  'only an owner with powers and a session locks a policy (403), for 3,650 days at most (422), and can unlock it within 24 hours.';

export const words: WordsOf<typeof contracts> = {
  listDocumentPolicies: {
    description: 'For everyone who may read the document.',
    success: 'A page of attached policies.',
    ...listPageOf(
      'DocumentPolicyPage',
      'A page of the policies attached to a document, newest attachment first.',
      'The attached policies.',
      [attached],
    ),
  },
  attachDocumentPolicy: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. A policy that is ' +
      'already attached stays as it is. An archived policy cannot be attached (`invalid_value`). A document can have at ' +
      `most ${policiesWithRulesMax} policies with rules; the request to attach one more is refused. If attached policies get ` +
      'rules later and exceed this number, readers get 403 until some are detached.',
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
    ...listPageOf(
      'OrganizationPolicyPage',
      'A page of the policies of an organization, newest first.',
      'The policies.',
      [created],
    ),
  },
  createPolicy: {
    description:
      `For owners and admins. An organization has at most ${policiesMax} policies that are not archived, each with a ` +
      'different name (422). A policy without `rules` is only a label. With rules it governs the page at `service_url`.',
    requestBody: {
      description: 'The policy to add.',
      fields: {
        name: `Its name. No two policies have the same name, unless one is archived. ${ofOneLine}`,
        rules: 'Its rules for the documents to which it is attached. Default: none, it is a label.',
        confirm: `Repeats the name, letter for letter. Required with \`locked\`: ${lock}`,
      },
    },
    request: { name: 'Board papers' },
    success: 'The policy.',
    response: { ...created, name: 'Board papers' },
  },
  getPolicy: {
    description: 'For every member.',
    success: 'The policy.',
    response: created,
  },
  updatePolicy: {
    description:
      'For owners and admins. Documents show the new name, and the service draws their entry pages again. An archived policy ' +
      'stays attached. To use it again, send `archived: false`; no other active policy may have its name (422). `rules` ' +
      'replace all rules of the policy from the next request, on every document that has it.',
    requestBody: {
      description: 'The changes of a policy.',
      fields: {
        name: `Its new name, wherever it is shown. ${ofOneLine}`,
        rules: 'All its rules from now on.',
        confirm:
          'Repeats the name that the policy has, letter for letter. Required to set `locked`, and to make the retention of a locked ' +
          `policy longer: ${lock}`,
        archived: 'Whether it is archived. To take it up again, its name must not be another’s.',
      },
    },
    request: { archived: false },
    success: 'The policy as it is now.',
    response: { ...archived, archived: false },
  },
  listPolicyDocuments: {
    description:
      'For every member. Documents that you may not read are left out. A page can have fewer items than `limit`, or none, ' +
      'while `has_more` is true. Continue with `next_cursor`.',
    success: 'A page of attachments.',
    ...listPageOf(
      'PolicyDocumentPage',
      'A page of the documents that a policy is attached to, newest attachment first.',
      'The documents to which the policy is attached.',
      [attached],
    ),
  },
};
