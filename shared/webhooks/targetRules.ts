import { environment } from '../environment.ts';
import type { TargetRules } from './target.ts';

/** What this stage allows. */
export const targetRules: TargetRules = {
  allowPrivateTargets: environment('webhookAllowPrivateTargets') === 'true',
};
