/** The bodies that single operations take and answer, with the names and descriptions under which they are published. */
import './bodies/documents.ts';
import './bodies/versions.ts';
import './bodies/uploads.ts';
import './bodies/policies.ts';
import './bodies/organization.ts';
import './bodies/invitations.ts';
import './bodies/webhooks.ts';
import './bodies/deliveries.ts';
import './bodies/apiKeys.ts';
import './bodies/serviceAccounts.ts';
import './bodies/events.ts';
import './bodies/activity.ts';

export { formOf } from './bodies/forms.ts';
