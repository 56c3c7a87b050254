/**
 * A setup file of vitest, for files whose tests leave state in modules. Such a file loads the code of the repository anew, in the process of
 * other files, which has loaded the packages already. The SDK's clients then read the addresses of this file's stores.
 */
import { afterAll, vi } from 'vitest';
import { keptEnvironment } from './environment.ts';

const restore = keptEnvironment();
vi.resetModules();
afterAll(restore);
