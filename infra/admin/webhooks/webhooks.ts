import type { AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { showAttempts, showDeliveries } from './deliveries.ts';
import { list, show } from './endpoints.ts';
import { resend, resendSince } from './resend.ts';
import { rotateSecret } from './rotateSecret.ts';
import { sendTest } from './sendTest.ts';
import { disable, enable, remove } from './states.ts';

const exampleWebhook = 'whk_01kb2x9c4e8m5t7v0q3r6w1y2z';
const exampleEvent = 'evt_01kb2xd7rjw3c5n8q2v4x6z9ab';

export function addWebhooks(program: AdminCommand): void {
  const webhooks = program.subcommand(
    'webhooks',
    'endpoints that are told of events, and what came of telling them',
  );
  /** Adds a command whose argument is an endpoint. */
  const add = (verb: string, description: string) =>
    webhooks.subcommand(verb, description).argument('<webhook>', "the endpoint's id", args.webhookReference);

  webhooks
    .subcommand('list', "An organization's endpoints, newest first.")
    .requiredOption(...args.organizationOption)
    .more(`
An endpoint is disabled because it was "gone" (it answered 410), because it was "failing" (no success in five days), by an
"operator", or because its "registrar" may not manage the organization any more. It has been failing since the first attempt that failed after its last success.`)
    .examples(`webhooks list --organization ${args.exampleOrganization}`)
    .runs(list);

  add('show', 'One endpoint: how it does, who answers for it, and how old its secrets are.')
    .examples(`webhooks show ${exampleWebhook}`)
    .runs(show);

  add('deliveries', 'What was to be delivered to an endpoint in the last 30 days, newest event first.')
    .option('--since <when>', 'events since then: 30m, 12h, 7d (ago) or a date-time', args.since)
    .option('--status <status>', `only these: ${args.deliveryStatuses.join(', ')}`, args.deliveryStatus)
    .option('--limit <n>', 'how many at most', args.limit, 50)
    .more(`
Failed: no attempt is left. Skipped: the endpoint was disabled. Pending: an attempt is being made, or is due at the time shown.`)
    .examples(
      `webhooks deliveries ${exampleWebhook}`,
      `webhooks deliveries ${exampleWebhook} --since 12h --status failed`,
    )
    .runs(showDeliveries);

  add('attempts', 'What came of each attempt to deliver an event, first one first.')
    .argument('<event>', "the event's id", args.eventReference)
    .option('--bodies', 'in full: with the first 4 KiB of each answer (--json always is)')
    .examples(
      `webhooks attempts ${exampleWebhook} ${exampleEvent}`,
      `webhooks attempts ${exampleWebhook} ${exampleEvent} --bodies`,
    )
    .runs(showAttempts);

  add('test', 'Send an endpoint a webhook.test event, whatever it subscribes to.')
    .option('--wait', 'wait up to 30 seconds for the first attempt; exit with 1 unless it succeeds')
    .examples(`webhooks test ${exampleWebhook} --wait`)
    .runs(sendTest);

  add('resend', 'Deliver an event once more, at once. It keeps its id, and gets all its retries again.')
    .argument('<event>', "the event's id", args.eventReference)
    .more('Only what is over can be sent again: pending deliveries are attempted when they are due.')
    .examples(`webhooks resend ${exampleWebhook} ${exampleEvent}`)
    .runs(resend);

  add('resend-since', 'Deliver once more what has failed or was skipped of the events since a point in time.')
    .argument('<when>', '30m, 12h, 7d (ago) or a date-time', args.since)
    .option('--all', 'what has succeeded, too: for a receiver that has lost what it got')
    .more('It can be interrupted and run again: what is pending already is left as it is.')
    .examples(
      `webhooks resend-since ${exampleWebhook} 12h`,
      `webhooks resend-since ${exampleWebhook} 2026-11-21T09:30:00Z --all`,
    )
    .runs(resendSince);

  add('disable', 'Deliver nothing more to an endpoint until it is enabled again.')
    .more(`
Meanwhile deliveries are kept as skipped, for 30 days, and can be sent when it is enabled: webhooks resend-since`)
    .examples(`webhooks disable ${exampleWebhook}`)
    .runs(disable);

  add('enable', 'Deliver to an endpoint again that was disabled, whoever disabled it.')
    .option('--as <user>', 'the owner or admin who is its registrar from now on', args.callerReference)
    .more(`
An endpoint works while its registrar may manage the organization. One that was disabled for its "registrar" needs another
who does, or the same once more; --as also gives a new one to an endpoint that is enabled.
It is given five days anew. What was skipped is not sent by itself: webhooks resend-since`)
    .examples(`webhooks enable ${exampleWebhook}`)
    .addHelpText('after', `  npm run admin -- webhooks enable ${exampleWebhook} --as ada@example.com`)
    .runs(enable);

  add('delete', 'Remove an endpoint for good, with whatever is pending for it.')
    .more(`
Its secret and the records of its deliveries cannot be seen any more. To stop deliveries for a while: webhooks disable`)
    .examples(`webhooks delete ${exampleWebhook}`)
    .runs(remove);

  add('rotate-secret', 'Give an endpoint a new signing secret. It is shown this once.')
    .option('--now', 'end the old secret at once, for one that has become known')
    .more(`
For 24 hours requests are signed with the old secret too, and a receiver may have either. Each
ends 24 hours after it was replaced, or all with --now.`)
    .examples(`webhooks rotate-secret ${exampleWebhook}`, `webhooks rotate-secret ${exampleWebhook} --now`)
    .runs(rotateSecret);
}
