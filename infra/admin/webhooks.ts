import type { Command } from 'commander';
import type { Admin } from './admin.ts';
import { addDeliveries } from './webhooks/deliveries.ts';
import { addEndpoints } from './webhooks/endpoints.ts';
import { addResend } from './webhooks/resend.ts';
import { addResendSince } from './webhooks/resendSince.ts';
import { addRotateSecret } from './webhooks/rotateSecret.ts';
import { addTest } from './webhooks/sendTest.ts';
import { addStates } from './webhooks/states.ts';

export function addWebhooks(program: Command, admin: Admin): void {
  const webhooks = program
    .command('webhooks')
    .description('endpoints that are told of events, and what came of telling them')
    .helpCommand(false);

  addEndpoints(webhooks, admin);
  addDeliveries(webhooks, admin);
  addTest(webhooks, admin);
  addResend(webhooks, admin);
  addResendSince(webhooks, admin);
  addStates(webhooks, admin);
  addRotateSecret(webhooks, admin);
}
