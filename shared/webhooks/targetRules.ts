import { environment } from '../environment.ts';
import type { TargetRules } from './target.ts';

const allowPrivateTargets = environment('webhookAllowPrivateTargets');

/** What this stage allows. */
export const targetRules = (): TargetRules => ({ allowPrivateTargets: allowPrivateTargets() === 'true' });
