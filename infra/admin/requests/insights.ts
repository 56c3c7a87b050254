import { setTimeout as pause } from 'node:timers/promises';
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  type ResultField,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { Refusal } from '../commandLine/refusal.ts';
import { parsed } from './folder.ts';
import type { LogLine } from './line.ts';

/** CloudWatch Logs, "StartQuery": the most log groups of a query. */
const groupsOfQuery = 50;

/** A request has a few lines. */
const linesMax = 100;

/** A query of seven days takes seconds. */
const patienceMilliseconds = 120_000;
const pauseMilliseconds = 500;

/** Times in epoch milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the lines about a request in all logs of a stack, oldest first, by queries of Logs Insights.
 *
 * @param id the checked id of the request: it becomes a part of the query
 */
export async function linesByInsights(stackName: string, id: string, span: Span): Promise<LogLine[]> {
  const client = new CloudWatchLogsClient();
  const names: string[] = [];
  // Nested stacks have the name of the stack at the beginning of theirs.
  for await (const { logGroups = [] } of paginateDescribeLogGroups(
    { client },
    { logGroupNamePrefix: `${stackName}-` },
  ))
    names.push(...logGroups.flatMap(({ logGroupName }) => logGroupName ?? []));
  const parts = Array.from({ length: Math.ceil(names.length / groupsOfQuery) }, (_, index) =>
    names.slice(index * groupsOfQuery, (index + 1) * groupsOfQuery),
  );
  const found = await Promise.all(parts.map((part) => query(client, part, id, span)));
  return found.flat().sort((a, b) => a.time.localeCompare(b.time));
}

async function query(
  client: CloudWatchLogsClient,
  logGroupNames: string[],
  id: string,
  { from, to }: Span,
): Promise<LogLine[]> {
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames,
      startTime: Math.floor(from / 1000),
      endTime: Math.ceil(to / 1000),
      queryString: `fields @timestamp, @log, @message | filter request_id = "${id}" | sort @timestamp asc`,
      limit: linesMax,
    }),
  );
  for (const deadline = Date.now() + patienceMilliseconds; Date.now() < deadline; ) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results.map(lineOf);
    if (status !== 'Running' && status !== 'Scheduled')
      throw new Refusal(`Logs Insights ended the query without a result: ${status}.`);
    await pause(pauseMilliseconds);
  }
  throw new Refusal('Logs Insights did not answer in time. Try again with a later --since.');
}

function lineOf(fields: readonly ResultField[]): LogLine {
  const value = (name: string) => fields.find(({ field }) => field === name)?.value ?? '';
  return {
    // Such as 2026-11-29 00:39:18.371, in UTC.
    time: `${value('@timestamp').replace(' ', 'T')}Z`,
    // The account stands before the name.
    log: value('@log').replace(/^\d+:/, ''),
    entry: parsed(value('@message')) ?? {},
  };
}
