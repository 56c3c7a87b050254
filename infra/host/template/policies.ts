import * as z from 'zod/mini';
import type { ResourceStatement } from '../iam/access.ts';
import { Policy, type Statement } from '../iam/policy.ts';
import type { TemplateReader } from './templateReader.ts';

/** Parses one text or several into a list. */
export const texts = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value): string[] => [value].flat()),
);
const conditionValue = z.union([z.string(), z.number(), z.boolean()]);
const conditionValues = z.pipe(
  z.union([conditionValue, z.array(conditionValue)]),
  z.transform((value): string[] => [value].flat().map(String)),
);
// Strict, so that a member that inverts a statement, such as NotAction, is not ignored.
const statementSchema = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: texts,
  Resource: texts,
  Condition: z.optional(z.record(z.string(), z.record(z.string(), conditionValues))),
});
const principalSchema = z.looseObject({
  Principal: z.union([
    z.literal('*'),
    z.strictObject({ AWS: z.optional(z.unknown()), Service: z.optional(z.unknown()) }),
  ]),
});
const resourceStatementSchema = z.strictObject({ ...statementSchema.shape, Principal: z.unknown() });
const documentSchema = z.object({ Statement: z.unknown() });
const actionsSchema = z.object({ Action: texts });

/** The services whose stores check IAM policies. */
export const storeServices: readonly string[] = ['aoss', 'dynamodb', 's3', 'sqs', 'kms'];

/**
 * Reads a role's policy for some services. Omits statements about other services, because their ARNs may have no local value.
 * Throws for elements that IAM supports and this host does not, with the policy's owner in the message.
 */
export function readIdentityPolicy(
  reader: TemplateReader,
  owner: string,
  document: unknown,
  services: readonly string[],
): Statement[] {
  return rawStatements(document)
    .filter((raw) => isAbout(services, reader, owner, raw))
    .map((raw) => statementOf(parse(statementSchema, reader.resolve(raw), owner), owner));
}

/** Reads the policy of a queue, a bucket or a KMS key. Throws as `readIdentityPolicy` does. */
export function readResourcePolicy(
  reader: TemplateReader,
  owner: string,
  document: unknown,
): ResourceStatement[] {
  return rawStatements(document).flatMap((raw) => {
    const { Principal: principal } = parse(principalSchema, raw, owner);
    // Leaves out statements about AWS services, because AWS services do not call the stores of this machine.
    if (principal !== '*' && principal.AWS === undefined) return [];
    const principals = principal === '*' ? ['*'] : parse(texts, reader.resolve(principal.AWS), owner);
    return [
      {
        ...statementOf(parse(resourceStatementSchema, reader.resolve(raw), owner), owner),
        principals: principals.map(principalArn),
      },
    ];
  });
}

const principalArn = (principal: string): string =>
  /^\d{12}$/.test(principal) ? `arn:aws:iam::${principal}:root` : principal;

const rawStatements = (document: unknown): unknown[] => [z.parse(documentSchema, document).Statement].flat();

function isAbout(services: readonly string[], reader: TemplateReader, owner: string, raw: unknown): boolean {
  const given = z.safeParse(actionsSchema, raw);
  // Keeps a statement without actions, which is refused later, when it is parsed.
  if (!given.success) return true;
  const named = given.data.Action.map((action) => action.split(':')[0] ?? '');
  const wanted = named.filter((service) => service === '*' || services.includes(service));
  if (wanted.length > 0 && wanted.length < named.length && !canResolve(reader, raw))
    throw new Error(
      `${owner}: a statement for stores and other services names a resource that is not hosted.`,
    );
  return wanted.length > 0;
}

function canResolve(reader: TemplateReader, raw: unknown): boolean {
  try {
    reader.resolve(raw);
    return true;
  } catch {
    return false;
  }
}

function statementOf(parsed: z.output<typeof statementSchema>, owner: string): Statement {
  const statement: Statement = {
    effect: parsed.Effect,
    actions: parsed.Action,
    resources: parsed.Resource,
    conditions: parsed.Condition ?? {},
  };
  try {
    // The thread of the stores compiles the statement again. Here the statement is compiled only for an error that names the owner.
    new Policy([statement]);
    return statement;
  } catch (error) {
    throw new Error(`${owner}: ${error instanceof Error ? error.message : error}`);
  }
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown, owner: string): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success)
    throw new Error(
      `${owner} has a statement that the local host does not know: ${z.prettifyError(parsed.error)}`,
    );
  return parsed.data;
}
