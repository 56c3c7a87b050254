import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { functionOf, synthesizeStage } from './synthesized.ts';

const stage = synthesizeStage({ alarmEmail: 'operations@example.com' });
const alarms = [...stage.of('AWS::CloudWatch::Alarm').values()];
const alarm = z.looseObject({
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Value: z.unknown() })),
});
/** A function's name, a queue's, or the text itself. */
const nameOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const id = z.parse(
    z.union([
      z.object({ Ref: z.string() }),
      z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('QueueName')]) }),
    ]),
    value,
  );
  const resource = stage.resources.get('Ref' in id ? id.Ref : id['Fn::GetAtt'][0]);
  return functionOf(resource) ?? resource?.Metadata['aws:cdk:path'].split('/')[2] ?? '';
};

describe('alarms', () => {
  test('watch what people would notice', () => {
    const watched = alarms.map((properties) => {
      const { MetricName, Dimensions } = z.parse(alarm, properties);
      return [MetricName, ...Dimensions.map(({ Value }) => nameOf(Value))].join(' ');
    });

    expect(watched.sort()).toEqual([
      '5XXError DocumentGovernance-test',
      'ApproximateAgeOfOldestMessage Deliveries',
      'ApproximateAgeOfOldestMessage Events',
      'ApproximateAgeOfOldestMessage Processing',
      'ApproximateNumberOfMessagesVisible DeliveriesDeadLetters',
      'ApproximateNumberOfMessagesVisible EventsDeadLetters',
      'ApproximateNumberOfMessagesVisible ProcessingDeadLetters',
      'ApproximateNumberOfMessagesVisible SlowDeliveriesDeadLetters',
      'ApproximateNumberOfMessagesVisible SlowProcessingDeadLetters',
      'Errors authorizer',
      'Errors countUsage',
      'Errors deliverWebhook',
      'Errors fanOutEvent',
      'Errors processVersion',
      'Errors sweepDue',
    ]);
  });

  test('about dead letters say how to put them back, on this stage', () => {
    const commands = alarms.flatMap(({ AlarmDescription }) =>
      [...String(AlarmDescription).matchAll(/npm run admin -- (.+)\.$/g)].map(([, command]) => command),
    );

    expect(commands.sort()).toEqual([
      '--stage test queues redrive deliveries',
      '--stage test queues redrive events',
      '--stage test queues redrive processing',
      '--stage test queues redrive slow-deliveries',
      '--stage test queues redrive slow-processing',
    ]);
  });

  test('say what they mean and what to do', () => {
    for (const { AlarmDescription } of alarms)
      expect(AlarmDescription).toMatch(/^[A-Z].{40,}\n\nWhat to do: .{40,}\.$/s);
  });

  test('are sent to the address in the settings, if there is one', () => {
    const [[topic] = []] = stage.of('AWS::SNS::Topic');

    for (const alarm of alarms) expect(alarm.AlarmActions).toEqual([{ Ref: topic }]);
    expect([...stage.of('AWS::SNS::Subscription').values()]).toMatchObject([
      { Protocol: 'email', Endpoint: 'operations@example.com', TopicArn: { Ref: topic } },
    ]);

    const silent = synthesizeStage();
    expect(silent.of('AWS::SNS::Topic').size).toBe(0);
    expect(silent.of('AWS::CloudWatch::Alarm').size).toBe(alarms.length);
    for (const alarm of silent.of('AWS::CloudWatch::Alarm').values())
      expect(alarm).not.toHaveProperty('AlarmActions');
  });
});
