import type { StageSettings } from './settings.ts';

/** Returns the stack's name, which the files of its cloud assembly have too. */
export const stackNameOf = ({ stage }: Pick<StageSettings, 'stage'>): string => `DocumentGovernance-${stage}`;
