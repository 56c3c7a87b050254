/** A setup file of vitest. Files that share their modules import `policies.ts` once, so its hook would run after the first file only. */
import { afterAll } from 'vitest';
import { endAddedPolicies } from '../policies.ts';

afterAll(endAddedPolicies);
