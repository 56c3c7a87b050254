/**
 * A setup file of vitest, for files whose tests leave state in modules or in the environment. Such a file loads the code of the repository
 * anew, in the process of other files, which has loaded the packages already. The SDK's clients then read the addresses of this file's
 * stores, and caches are empty.
 */
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
