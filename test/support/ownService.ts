import { afterAll, beforeAll } from 'vitest';
import { clientOf } from './client.ts';
import { type RunningService, startService } from './service.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

/**
 * Starts a separate host for the tests of a `describe`: for changes that cannot be undone, or would disturb other tests. A deployed stage
 * has no separate host.
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
