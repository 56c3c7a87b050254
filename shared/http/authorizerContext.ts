import * as z from 'zod/mini';
import { type Identification, identification } from '../access/principal.ts';

/** The authorizer's findings, as API Gateway passes them to the function. All values of such a context are strings. */
const authorizerContext = z.looseObject({
  identification: z.string(),
  network: z.string(),
});

/** Returns the context with the authorizer's findings and the network that the request came from. */
export const contextOf = (findings: Identification, network: string) => ({
  identification: JSON.stringify(findings),
  network,
});

/** Reads the authorizer's findings from the request context. */
export const identificationOf = (context: unknown): Identification =>
  z.parse(identification, JSON.parse(z.parse(authorizerContext, context).identification));

/** Returns the network that a request came from. Entries of activity record it. */
export const networkIn = (context: unknown): string => z.parse(authorizerContext, context).network;
