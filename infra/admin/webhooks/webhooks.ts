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
  const webhooks = program.subcommand('webhooks', 'webhook endpoints, and deliveries of events to them');
  /** Adds a command whose argument is an endpoint. */
  const add = (verb: string, description: string) =>
    webhooks.subcommand(verb, description).argument('<webhook>', "the endpoint's id", args.webhookReference);

  webhooks
    .subcommand('list', "An organization's endpoints, newest first.")
    .option(...args.organizationOption)
    .more(`
The reason of a disabled endpoint is "gone" (it answered 410), "failing" (no success in five days), "operator" (somebody disabled it),
or "registrar" (its responsible person may not manage the organization any more). "failing since" is the first failed attempt after the
last success.`)
    .examples(`webhooks list --organization ${args.exampleOrganization}`)
    .runs(list);

  add('show', 'One endpoint: its state, its responsible person, and the age of its secrets.')
    .examples(`webhooks show ${exampleWebhook}`)
    .runs(show);

  add('deliveries', 'The deliveries of the last 30 days, newest event first.')
    .option('--since <when>', 'only events since then: 30m, 12h, 7d (ago) or a date-time', args.since)
    .option(
      '--status <status>',
      `only deliveries with this status: ${args.deliveryStatuses.join(', ')}`,
      args.deliveryStatus,
    )
    .option('--limit <n>', 'the largest number to show', args.limit, 50)
    .more(`
"failed": no attempt is left. "skipped": the endpoint was disabled. "pending": an attempt is being made, or is due at the time shown.`)
    .examples(
      `webhooks deliveries ${exampleWebhook}`,
      `webhooks deliveries ${exampleWebhook} --since 12h --status failed`,
    )
    .runs(showDeliveries);

  add('attempts', 'The attempts to deliver an event, first attempt first.')
    .argument('<event>', "the event's id", args.eventReference)
    .option('--bodies', 'show all fields, with the first 4 KiB of each answer (--json always does)')
    .examples(
      `webhooks attempts ${exampleWebhook} ${exampleEvent}`,
      `webhooks attempts ${exampleWebhook} ${exampleEvent} --bodies`,
    )
    .runs(showAttempts);

  add('test', 'Send a webhook.test event to an endpoint, also if it does not subscribe to it.')
    .option('--wait', 'wait up to 30 seconds for the first attempt; exit with 1 unless it succeeds')
    .examples(`webhooks test ${exampleWebhook} --wait`)
    .runs(sendTest);

  add('resend', 'Deliver an event again, at once. It keeps its id, and gets all its retries again.')
    .argument('<event>', "the event's id", args.eventReference)
    .more('Only finished deliveries can be sent again. Pending deliveries are attempted when they are due.')
    .examples(`webhooks resend ${exampleWebhook} ${exampleEvent}`)
    .runs(resend);

  add('resend-since', 'Deliver failed and skipped events since a point in time again.')
    .argument('<when>', '30m, 12h, 7d (ago) or a date-time', args.since)
    .option('--all', 'also successful deliveries, for a receiver that lost its data')
    .more('The command can be interrupted and repeated: it leaves pending deliveries as they are.')
    .examples(
      `webhooks resend-since ${exampleWebhook} 12h`,
      `webhooks resend-since ${exampleWebhook} 2026-11-21T09:30:00Z --all`,
    )
    .runs(resendSince);

  add('disable', 'Stop deliveries to an endpoint until it is enabled again.')
    .asksFirst()
    .more(`
New deliveries are then stored as skipped, for 30 days. When the endpoint is enabled again, you can send them: webhooks resend-since`)
    .examples(`webhooks disable ${exampleWebhook}`)
    .runs(disable);

  add('enable', 'Enable a disabled endpoint.')
    .option('--as <user>', 'the owner or admin who becomes its responsible person', args.callerReference)
    .more(`
An endpoint works while its responsible person may manage the organization. If it was disabled because of its "registrar", name a
responsible person with --as; it can be the same person again. --as also changes the responsible person of an enabled endpoint.
An enabled endpoint has five days again until it counts as failing. To send what was skipped: webhooks resend-since`)
    .examples(`webhooks enable ${exampleWebhook}`)
    .addHelpText('after', `  npm run admin -- webhooks enable ${exampleWebhook} --as ada@example.com`)
    .runs(enable);

  add('delete', 'Delete an endpoint for good, with its pending deliveries.')
    .asksFirst()
    .more(`
Its secret and the records of its deliveries are gone then. To stop deliveries for a while: webhooks disable`)
    .examples(`webhooks delete ${exampleWebhook}`)
    .runs(remove);

  add('rotate-secret', 'Give an endpoint a new signing secret. It is shown only once.')
    .option('--now', 'end the old secrets at once, for example after a leak; asks first')
    .asksFirst()
    .more(`
For 24 hours requests are signed with the old secret too, so a receiver may use either. Each old secret ends 24 hours after it was
replaced. With --now all end at once.`)
    .examples(`webhooks rotate-secret ${exampleWebhook}`, `webhooks rotate-secret ${exampleWebhook} --now`)
    .runs(rotateSecret);
}
