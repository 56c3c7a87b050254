import {
  attachDocumentPolicy,
  detachDocumentPolicy,
  listDocumentPolicies,
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
