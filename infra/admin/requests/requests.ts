import { dayMilliseconds } from '../../../shared/contract/days.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { linesInFolder } from './folder.ts';
import { linesByInsights } from './insights.ts';
import { presentLine } from './line.ts';

/** Without `--since`, the command looks so far back. */
const days = 7;

export function addRequests(program: AdminCommand): void {
  const requests = program.subcommand('requests', 'requests of clients, in the logs of the stage');

  requests
    .subcommand('show', 'What happened in a request: its lines in the logs, oldest first.')
    .argument('<id>', 'its X-Request-Id', args.requestId)
    .option(
      '--since <time>',
      `only lines since then: 30m, 12h, 30d (ago) or a date-time (default: ${days}d)`,
      args.since,
    )
    .more(`
The access log names the route, the line of a function the person, the document and the refusal. The command prints no addresses and no
tokens. With "logLevel": "warn", functions log failures only. A new line can take a minute to be found. On the local stage there is no access log.`)
    .examples('requests show 8a4b4a5b-7327-40fc-85d4-6ff3e0e5b050')
    .runs(show);
}

async function show(
  { stage, output, now }: Admin,
  id: string,
  { since }: { since?: args.Moment },
): Promise<void> {
  const from = since?.(now) ?? now - days * dayMilliseconds;
  const { logFolder, stackName } = stage;
  const found =
    logFolder === null
      ? await linesByInsights(stackName, id, { from, to: now })
      : await linesInFolder(logFolder, id, from);
  if (found.length === 0)
    throw new Refusal(
      `No log of the stage has a line of the request ${id} since ${new Date(from).toISOString()}.`,
    );
  output.records('lines', found.map(presentLine));
}
