import * as z from 'zod/mini';
import { type Identification, identification } from './principal.ts';

/** The authorizer's findings as API Gateway hands them on: a context has strings only. */
const authorizerContext = z.looseObject({
  /** As 0.2.0 has them. */
  identification: z.string(),
  /** The same with all permissions. The authorizer of 0.2.0 does not say them. */
  findings: z.optional(z.string()),
  /** The network that the request came from. The authorizer of releases before this one does not say it. */
  network: z.optional(z.string()),
});

/** Functions of 0.2.0, which run behind this authorizer during a deployment, take no other permissions than these. */
const permissionsOf020: readonly unknown[] = [
  'document#read',
  'document#write',
  'organization#create',
  'organization#list_members',
  'organization#manage',
];

/** Returns the context that carries the authorizer's findings, and the network that the request came from. */
export const contextOf = (findings: Identification, network: string) => ({
  identification: JSON.stringify(findings, (key, value: unknown) =>
    key === 'permissions' && Array.isArray(value)
      ? value.filter((permission) => permissionsOf020.includes(permission))
      : value,
  ),
  findings: JSON.stringify(findings),
  network,
});

/** Reads the authorizer's findings from the request context. */
export function identificationOf(context: unknown): Identification {
  const given = z.parse(authorizerContext, context);
  return z.parse(identification, JSON.parse(given.findings ?? given.identification));
}

/** Reads the network that the request came from, for the record of reading; null where the authorizer does not say it. */
export const networkIn = (context: unknown): string | null =>
  z.parse(authorizerContext, context).network ?? null;
