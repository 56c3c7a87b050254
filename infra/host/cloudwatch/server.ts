import { type JsonServer, startJsonServer } from '../jsonServer.ts';
import type { Recorder } from './recorder.ts';

/** Starts a local CloudWatch. Its only operation is DescribeAlarms, which returns all alarms on one page. */
export const startCloudWatch = (recorder: Recorder): Promise<JsonServer> =>
  startJsonServer(0, {
    target: 'GraniteServiceVersion20100801',
    protocol: '1.0',
    actions: new Map([['DescribeAlarms', (input) => describeAlarms(recorder, input)]]),
  });

async function describeAlarms(recorder: Recorder, input: Readonly<Record<string, unknown>>): Promise<object> {
  const { AlarmNamePrefix: prefix = '', StateValue: state } = input;
  const alarms = (await recorder.alarms()).filter(
    (alarm) => alarm.name.startsWith(String(prefix)) && (state === undefined || alarm.state === state),
  );
  const described = (isComposite: boolean) =>
    alarms
      .filter((alarm) => alarm.isComposite === isComposite)
      .map(({ name, description, state: StateValue }) => ({
        AlarmName: name,
        AlarmDescription: description,
        StateValue,
      }));
  return { MetricAlarms: described(false), CompositeAlarms: described(true) };
}
