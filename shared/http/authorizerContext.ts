import * as z from 'zod/mini';
import { type Identification, identification } from '../access/principal.ts';

/** The authorizer's findings in the form that API Gateway passes on: a context has only strings. */
const authorizerContext = z.looseObject({
  identification: z.string(),
  network: z.string(),
});

/** Returns the context that carries the authorizer's findings, and the network that the request came from. */
export const contextOf = (findings: Identification, network: string) => ({
  identification: JSON.stringify(findings),
  network,
});

/** Reads the authorizer's findings from the request context. */
export const identificationOf = (context: unknown): Identification =>
  z.parse(identification, JSON.parse(z.parse(authorizerContext, context).identification));

/** Reads the network that the request came from, for recorded activity. */
export const networkIn = (context: unknown): string => z.parse(authorizerContext, context).network;
