import * as z from 'zod/mini';
import { type Identification, identification } from './principal.ts';

/** The authorizer's findings as API Gateway hands them on: a context has strings only. */
const authorizerContext = z.looseObject({
  /** As 0.2.0 has them. */
  identification: z.string(),
  /** The same with all permissions. The authorizer of 0.2.0 does not say them. */
  findings: z.optional(z.string()),
});

/** Functions of 0.2.0, which run behind this authorizer during a deployment, take no other permissions than these. */
const permissionsOf020: readonly unknown[] = [
  'document#read',
  'document#write',
  'organization#create',
  'organization#list_members',
  'organization#manage',
];

/** Returns the context that carries the authorizer's findings. */
export const contextOf = (findings: Identification) => ({
  identification: JSON.stringify(findings, (key, value: unknown) =>
    key === 'permissions' && Array.isArray(value)
      ? value.filter((permission) => permissionsOf020.includes(permission))
      : value,
  ),
  findings: JSON.stringify(findings),
});

/** Reads the authorizer's findings from the request context. */
export function identificationOf(context: unknown): Identification {
  const given = z.parse(authorizerContext, context);
  return z.parse(identification, JSON.parse(given.findings ?? given.identification));
}
