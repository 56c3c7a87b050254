import { SettingsError } from './settingsError.ts';

/** Stages for trying things out. Their data is deleted with the stack, unless `retainData` says otherwise. */
const trialStages = ['dev', 'test', 'try'];

/** Returns the default of `retainData` for a stage. */
export const retainsDataByDefault = (stage: string): boolean => !trialStages.includes(stage);

/** The settings that decide whether a stage keeps its data. */
interface Retention {
  readonly stage: string;
  readonly retainData: boolean;
  readonly loseDataOf: string | null;
}

/** Throws a SettingsError when a stage with data that people need would lose the data without a second word. */
export function assertLossIsMeant({ stage, retainData, loseDataOf }: Retention): void {
  if (retainData || !retainsDataByDefault(stage) || loseDataOf === stage) return;
  throw new SettingsError(
    loseDataOf === null
      ? `retainData is false, so npx cdk destroy would delete the data of ${stage}: if this is meant, set loseDataOf to "${stage}"`
      : `loseDataOf is "${loseDataOf}", but the stage is ${stage}`,
  );
}
