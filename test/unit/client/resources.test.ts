import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../shared/openapi/document.ts';

test('the client names each resource and event of the OpenAPI document', () => {
  const { components, paths, webhooks } = openApiDocument();
  const { schemas } = components;
  const named = (part: unknown): string[] =>
    [...JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name = '']) => name,
    );
  const successes = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ responses }) => [responses[200], responses[201]]),
  );
  const answered = new Set(named([successes, webhooks]));
  for (const name of answered) for (const inside of named(schemas[name])) answered.add(inside);
  const resources = [...answered].filter((name) => {
    const { id, ...fields } = schemas[name]?.properties ?? {};
    // Pages and lists of items, and the answers to deletions, have no name in the client.
    return id ?? Object.keys(fields).some((field) => !['items', 'webhooks', 'pagination'].includes(field));
  });

  const source = readFileSync(new URL('../../../shared/client/resources.ts', import.meta.url), 'utf8');
  const exported = [...source.matchAll(/^export type (\w+) /gm)].map(([, name = '']) => name);
  expect(resources.filter((name) => !exported.includes(name))).toEqual([]);
  expect(exported.filter((name) => !answered.has(name))).toEqual(['WebhookEvent', 'WebhookEventType']);
});
