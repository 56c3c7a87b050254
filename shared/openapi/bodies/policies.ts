import {
  attachDocumentPolicy,
  createPolicy,
  detachDocumentPolicy,
  listDocumentPolicies,
  listPolicies,
  listPolicyDocuments,
  updatePolicy,
} from '../../contract/operations/policies.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('DocumentPolicyPage', listDocumentPolicies.success.schema, {
  description: 'A page of the policies attached to a document, newest attachment first.',
  fields: { items: 'The attached policies.', ...page },
});
named('AttachPolicy', attachDocumentPolicy.body.schema, {
  description: 'Names the policy to attach.',
  fields: { policy_id: 'A policy of the organization of the document.' },
});
named('Detached', detachDocumentPolicy.success.schema, {
  description: 'An empty object: the policy is not attached any more.',
  fields: {},
});
named('OrganizationPolicyPage', listPolicies.success.schema, {
  description: 'A page of the policies of an organization, newest first.',
  fields: { items: 'The policies.', ...page },
});
named('CreatePolicy', createPolicy.body.schema, {
  description: 'The policy to add.',
  fields: {
    name: 'Its name, which no other policy has that is not archived.',
    rules: 'What it asks for where it is attached. Default: nothing, it is a label.',
  },
});
named('UpdatePolicy', updatePolicy.body.schema, {
  description: 'What is to change of a policy.',
  fields: {
    name: 'Its new name, wherever it is shown.',
    rules: 'What it asks for from now on, all of it.',
    archived: 'Whether it is archived. To take it up again, its name must not be another’s.',
  },
});
named('PolicyDocumentPage', listPolicyDocuments.success.schema, {
  description: 'A page of the documents that a policy is attached to, newest attachment first.',
  fields: { items: 'Where the policy is attached.', ...page },
});
