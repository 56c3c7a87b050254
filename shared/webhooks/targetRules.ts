import { environment } from '../runtime/environment.ts';
import type { TargetRules } from './target.ts';

const allowPrivateTargets = environment('webhookAllowPrivateTargets');

/** Returns the rules of this stage. */
export const targetRules = (): TargetRules => ({ allowPrivateTargets: allowPrivateTargets() === 'true' });
