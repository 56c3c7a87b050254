import { callJson, type JsonService } from './awsJson.ts';
import type { EventRuleDefinition } from './template/workers.ts';

/** Sends an event to the queues of all rules with a matching pattern, as EventBridge does. */
export async function publishEvent(
  rules: readonly EventRuleDefinition[],
  sqs: JsonService,
  event: object,
): Promise<void> {
  for (const { pattern, queueUrls } of rules)
    if (matches(pattern, event))
      for (const QueueUrl of queueUrls)
        await callJson(sqs, 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(event) });
}

/**
 * Returns whether a value matches a pattern. Patterns here name only exact values (Amazon EventBridge, "Event patterns"). An array matches
 * if one of its values does.
 */
export function matches(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return [value].flat().some((one) => pattern.includes(one));
  if (typeof pattern !== 'object' || pattern === null || typeof value !== 'object' || value === null)
    return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return Object.entries(pattern).every(([name, wanted]) => matches(wanted, given.get(name)));
}
