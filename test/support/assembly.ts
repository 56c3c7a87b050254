import type { TestProject } from 'vitest/node';
import { assemble } from '../../infra/local/assemble.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the cloud assembly that every suite hosts. */
    assembly: string;
  }
}

/** Makes the bundles and the cloud assembly once for all projects of a run. */
export default async function provideAssembly({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  const everyone = vitest.getRootProject();
  if ('assembly' in everyone.getProvidedContext()) return undefined;
  const directory = await temporaryDirectory();
  everyone.provide('assembly', await assemble({ baseUrl: 'http://localhost', directory: directory.path }));
  return async () => directory[Symbol.asyncDispose]();
}
