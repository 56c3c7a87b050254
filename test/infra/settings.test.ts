import { describe, expect, test } from 'vitest';
import { readSettings } from '../../infra/settings.ts';
import { synthesizeStage } from './synthesized.ts';

const settingsFrom = (context: Record<string, unknown>) => readSettings((name) => context[name]);

describe('settings', () => {
  test('have defaults', () => {
    expect(settingsFrom({})).toEqual({ stage: 'dev', baseUrl: null, retainData: false, alarmEmail: null });
  });

  test('come from the context; the data of prod is kept', () => {
    const context = { stage: 'prod', baseUrl: 'https://docs.example.com', alarmEmail: 'ops@example.com' };

    expect(settingsFrom(context)).toEqual({ ...context, retainData: true });
  });

  test.each([
    ['stage', 'Prod'],
    ['stage', ''],
    ['stage', 'a'.repeat(21)],
    ['baseUrl', 'docs.example.com'],
    ['baseUrl', 'https://docs.example.com/'],
    ['alarmEmail', 'nobody'],
    ['alarmEmail', true],
  ])('are refused by name: %s = %s', (name, value) => {
    expect(() => settingsFrom({ [name]: value })).toThrow(name);
  });
});

test("the template passes CloudFormation's own validation", { timeout: 30_000 }, () => {
  expect(() => synthesizeStage({ stage: 'prod', retainData: true }, true)).not.toThrow();
});
