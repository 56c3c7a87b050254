import { factsBy } from './factsBy.ts';
import { ways } from './ways.ts';

export type { FactsRequest } from './factsBy.ts';

/** Returns the standing of an operation's caller to a document whose facts they ask for, by all ways. See `factsBy`. */
export const factsFor = /* @__PURE__ */ factsBy(ways);
