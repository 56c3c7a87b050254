import { afterAll, beforeAll } from 'vitest';
import { clientOf } from './client.ts';
import { type RunningService, startService } from './service.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/**
 * A host of their own for the tests of a `describe`, of what cannot be undone, or would be in the way of others while it lasts. A
 * deployed stage has none to spare.
 */
export function ownService() {
  const cleanup = new AsyncDisposableStack();
  let service: RunningService;
  beforeAll(async () => {
    const directory = cleanup.use(await temporaryDirectory());
    service = await startService({ DATA_DIR: directory.path });
    cleanup.defer(() => service.stop());
  }, 60_000);
  afterAll(() => cleanup.disposeAsync());
  return {
    get credentials() {
      return service.credentials;
    },
    get call() {
      return clientOf(service.credentials);
    },
  };
}
