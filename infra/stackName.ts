import type { StageSettings } from './settings.ts';

/** The stack's name, which is also what its files are named after in a cloud assembly. */
export const stackNameOf = ({ stage }: Pick<StageSettings, 'stage'>): string => `DocumentGovernance-${stage}`;
