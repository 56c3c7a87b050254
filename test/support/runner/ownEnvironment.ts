/** A setup file of vitest, for files that share their modules: each begins without memory of earlier files, and leaves no variable or clock. */
import { afterAll } from 'vitest';
import { forgetAll } from '../../../shared/runtime/memory.ts';
import { keptEnvironment } from './environment.ts';

forgetAll();
afterAll(keptEnvironment());
