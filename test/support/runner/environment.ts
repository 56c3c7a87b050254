import { vi } from 'vitest';

/** Returns a function that gives this process the environment of now, the real time and the real globals. */
export function keptEnvironment(): () => void {
  const environment = { ...process.env };
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}
