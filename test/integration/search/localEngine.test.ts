import { afterAll, describe } from 'vitest';
import { testEngine } from '../../support/search/engineTable.ts';
import { startLocalEngine } from '../../support/search/localEngine.ts';

const engine = await startLocalEngine();
afterAll(() => engine.close());

describe('the search engine of the local host', testEngine);
