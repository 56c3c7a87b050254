import { openReceiver, trust } from '../support/receivers/receiver.ts';
import { Recorder } from '../support/stages/recorder.ts';
import { openStage, type Stage } from '../support/stages/stage.ts';
import { watchClients } from '../support/stages/watchClients.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

export interface RecordedStage {
  readonly stage: Stage;
  readonly recorder: Recorder;
  /** The port of a receiver of webhooks on this machine. */
  readonly receiverPort: number;
}

/** Runs a function on a stage whose calls to the stores are recorded. */
export async function onRecordedStage(run: (stage: RecordedStage) => Promise<void>): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const { path: dataDirectory } = cleanup.use(await temporaryDirectory());
  const receiver = await openReceiver();
  cleanup.defer(() => receiver.close());
  trust(receiver.certificate);
  const recorder = new Recorder();
  const stage = await openStage({
    remembersMarks: true,
    dataDirectory,
    around: (name, work) => recorder.around(name, work),
  });
  cleanup.defer(() => stage.close());
  await watchClients(recorder);
  await run({ stage, recorder, receiverPort: receiver.port });
}
