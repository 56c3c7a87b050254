import * as z from 'zod/mini';
import { conditionsTest } from '../iam/conditions.ts';
import { matcherOf } from '../iam/patterns.ts';
import { Policy } from '../iam/policy.ts';
import { localAccountId } from './localNames.ts';
import { texts } from './policies.ts';
import { readRoles } from './roles.ts';
import type { TemplateReader } from './templateReader.ts';

/** The AWS services that invoke functions directly. */
type InvokingService = 'apigateway.amazonaws.com' | 'events.amazonaws.com';

export interface Invocation {
  readonly service: InvokingService;
  readonly functionArn: string;
  /** The ARN of the method, authorizer or rule for which the service invokes the function. */
  readonly sourceArn: string;
  /** The role that the service assumes. Default: no role, so the permissions of the function decide */
  readonly roleArn?: string | undefined;
}

const permissionSchema = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  SourceAccount: z.optional(z.string()),
});
type Permission = z.output<typeof permissionSchema>;

const action = 'lambda:InvokeFunction';

/**
 * Decides which AWS services may invoke the template's functions. Pollers of queues are not included, because they use the roles of the
 * functions.
 */
export class Invokers {
  readonly #reader: TemplateReader;
  readonly #permissions: readonly Permission[];
  readonly #roles = new Map<string, Invoker>();

  constructor(reader: TemplateReader) {
    this.#reader = reader;
    this.#permissions = reader
      .read('AWS::Lambda::Permission', permissionSchema, [])
      .map(({ properties }) => properties);
  }

  mayInvoke({ service, functionArn, sourceArn, roleArn }: Invocation): boolean {
    return roleArn === undefined
      ? this.#permissions.some((permission) => permits(permission, { service, functionArn, sourceArn }))
      : this.#mayInvokeAs(roleArn, service, functionArn);
  }

  #mayInvokeAs(roleArn: string, service: InvokingService, functionArn: string): boolean {
    const known = this.#roles.get(roleArn);
    const invoker = known ?? readInvoker(this.#reader, roleArn);
    if (!known) this.#roles.set(roleArn, invoker);
    return invoker.trusted.has(service) && invoker.policy.decide(action, functionArn, {}) === 'allowed';
  }
}

/** A role in which services invoke functions. */
interface Invoker {
  /** The services that may assume the role. */
  readonly trusted: ReadonlySet<string>;
  readonly policy: Policy;
}

function readInvoker(reader: TemplateReader, roleArn: string): Invoker {
  const [role] = readRoles(reader, new Set([roleArn]), ['lambda']);
  if (!role) throw new Error(`Functions are invoked with the role ${roleArn}, which is not in the template.`);
  return { trusted: readTrust(reader, roleArn), policy: new Policy(role.statements) };
}

const roleSchema = z.object({ AssumeRolePolicyDocument: z.unknown() });
// Strict, so that parts of a trust policy that this host does not support are not ignored.
const trustSchema = z.object({
  Statement: z.array(
    z.strictObject({
      Sid: z.optional(z.string()),
      Effect: z.literal('Allow'),
      Action: z.literal('sts:AssumeRole'),
      Principal: z.strictObject({ Service: texts }),
      Condition: z._default(z.record(z.string(), z.record(z.string(), texts)), {}),
    }),
  ),
});

/** Returns the services that may assume a role. In tests, API Gateway stated neither the account nor the API when it assumed a role. */
function readTrust(reader: TemplateReader, roleArn: string): ReadonlySet<string> {
  const found = reader
    .raw('AWS::IAM::Role')
    .find(({ logicalId }) => reader.names.attribute(logicalId, 'Arn') === roleArn);
  const { AssumeRolePolicyDocument: document } = z.parse(roleSchema, found?.properties);
  const { Statement: statements } = z.parse(trustSchema, reader.resolve(document));
  return new Set(
    statements
      .filter(({ Condition }) => conditionsTest(Condition)({}))
      .flatMap(({ Principal: { Service: services } }) => services),
  );
}

/** AWS Lambda Developer Guide, "Granting Lambda function access to AWS services". */
const permits = (permission: Permission, { service, functionArn, sourceArn }: Invocation): boolean =>
  permission.Principal === service &&
  matcherOf(permission.Action.toLowerCase())(action.toLowerCase()) &&
  (permission.FunctionName === functionArn || functionArn.endsWith(`:function:${permission.FunctionName}`)) &&
  (permission.SourceArn === undefined || matcherOf(permission.SourceArn)(sourceArn)) &&
  (permission.SourceAccount ?? localAccountId) === localAccountId;
