import type { AdminCommand } from './admin.ts';
import { addDeliveries } from './webhooks/deliveries.ts';
import { addEndpoints } from './webhooks/endpoints.ts';
import { addResend } from './webhooks/resend.ts';
import { addResendSince } from './webhooks/resendSince.ts';
import { addRotateSecret } from './webhooks/rotateSecret.ts';
import { addTest } from './webhooks/sendTest.ts';
import { addStates } from './webhooks/states.ts';

export function addWebhooks(program: AdminCommand): void {
  const webhooks = program
    .command('webhooks')
    .description('endpoints that are told of events, and what came of telling them');

  addEndpoints(webhooks);
  addDeliveries(webhooks);
  addTest(webhooks);
  addResend(webhooks);
  addResendSince(webhooks);
  addStates(webhooks);
  addRotateSecret(webhooks);
}
