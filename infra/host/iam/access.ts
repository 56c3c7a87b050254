import type { Credentials } from '../credentials.ts';
import { accountRootArn as accountRoot } from '../template/localNames.ts';
import type { ConditionValues } from './conditions.ts';
import { type Matcher, matcherOfAny } from './patterns.ts';
import { type Decision, Policy, type RequiredAction, type Statement } from './policy.ts';
import { SigningKeys } from './signature.ts';

/** A statement of a resource's own policy. */
export interface ResourceStatement extends Statement {
  /** ARNs, which may include the account's own, or `*` for everybody. */
  readonly principals: readonly string[];
}

/** The policy of a queue, bucket or KMS key. */
export interface ResourcePolicyDefinition {
  readonly owner: string;
  readonly statements: readonly ResourceStatement[];
}

/** A session of a function's role, with the role's permissions. */
export interface RoleSession {
  /** The name of the function's construct. */
  readonly label: string;
  /** `arn:aws:sts::<account>:assumed-role/<role>/<function>` */
  readonly arn: string;
  readonly roleArn: string;
  readonly credentials: Credentials;
  readonly statements: readonly Statement[];
  /** What data access policies of OpenSearch Serverless allow. */
  readonly dataAccess: readonly Statement[];
}

export interface Principal extends Omit<RoleSession, 'statements' | 'dataAccess'> {
  /** Undefined: the account's root, which may do everything that no policy denies. */
  readonly policies: { readonly identity: Policy; readonly dataAccess: Policy } | undefined;
}

/** Called when a role's statement allowed an action. */
type UseOfStatement = (principal: Principal, statement: Statement, asked: RequiredAction) => void;

/** Requests over loopback count as requests over TLS, which the policies of queues and buckets require. */
const transport: ConditionValues = { 'aws:securetransport': ['true'], 's3:tlsversion': ['1.3'] };

/** Decides on requests in the account by the roles of functions and the policies of resources. */
export class Access {
  readonly signingKeys = new SigningKeys();
  readonly #principals = new Map<string, Principal>();
  readonly #resources = new Map<string, ResourcePolicy>();
  readonly #used: UseOfStatement | undefined;

  /** @param root the credentials of the account's root */
  constructor(root: Credentials, used?: UseOfStatement) {
    this.#used = used;
    this.#principals.set(root.accessKeyId, {
      label: 'root',
      arn: accountRoot,
      roleArn: accountRoot,
      credentials: root,
      policies: undefined,
    });
  }

  /** Adds the sessions and the policies of a stack. */
  provide(sessions: readonly RoleSession[], policies: readonly ResourcePolicyDefinition[]): void {
    for (const { statements, dataAccess, ...session } of sessions)
      this.#principals.set(session.credentials.accessKeyId, {
        ...session,
        policies: { identity: new Policy(statements), dataAccess: new Policy(dataAccess) },
      });
    for (const { owner, statements } of policies) this.#resources.set(owner, new ResourcePolicy(statements));
  }

  principalOf(accessKeyId: string): Principal | undefined {
    return this.#principals.get(accessKeyId);
  }

  /**
   * Throws when IAM or the policy of a resource does not allow one of the actions.
   *
   * @param refusal creates the service's own error from AWS's message
   */
  authorize(
    principal: Principal,
    everything: readonly RequiredAction[],
    refusal: (message: string) => Error,
  ): void {
    for (const asked of everything) {
      const denial = this.#denialOf(principal, asked);
      if (denial === undefined) continue;
      throw refusal(
        `User: ${principal.arn} is not authorized to perform: ${asked.action} on resource: ${asked.resource} ${denial}`,
      );
    }
  }

  allows(principal: Principal, asked: RequiredAction): boolean {
    return this.#denialOf(principal, asked) === undefined;
  }

  /** Returns the reason of a denial; undefined for an allowed request (AWS IAM User Guide, "Policy evaluation logic"). */
  #denialOf(principal: Principal, asked: RequiredAction): string | undefined {
    const { action, resource, owner = resource } = asked;
    const values = { ...transport, 'aws:principalarn': [principal.roleArn], ...asked.values };
    const ofResource = this.#resources.get(owner);
    const there = ofResource?.decide(principal, action, resource, values) ?? 'unmentioned';
    if (there === 'denied') return 'with an explicit deny in a resource-based policy';
    if (!principal.policies) return undefined;
    const use = this.#used;
    const used = use && ((statement: Statement) => use(principal, statement, asked));
    const { identity, dataAccess } = principal.policies;
    if (asked.isOfDataAccess)
      return dataAccess.decide(action, resource, values, used) === 'allowed'
        ? undefined
        : `because no data access policy allows the ${action} action`;
    const here = identity.decide(action, resource, values, used);
    if (here === 'denied') return 'with an explicit deny in an identity-based policy';
    // The policy of a KMS key decides alone, unless it leaves the decision to the account's identity policies.
    if (action.startsWith('kms:') && there === 'unmentioned' && !ofResource?.trustsAccount(action))
      return `because no resource-based policy allows the ${action} action`;
    if (here === 'allowed' || there === 'allowed') return undefined;
    return `because no identity-based policy allows the ${action} action`;
  }
}

class ResourcePolicy {
  readonly #policies: readonly { readonly covers: Matcher; readonly policy: Policy }[];

  constructor(statements: readonly ResourceStatement[]) {
    this.#policies = statements.map((statement) => ({
      covers: matcherOfAny(statement.principals),
      policy: new Policy([statement]),
    }));
  }

  decide({ arn, roleArn }: Principal, action: string, resource: string, values: ConditionValues): Decision {
    const decisions = this.#policies
      .filter(({ covers }) => covers(roleArn) || covers(arn))
      .map(({ policy }) => policy.decide(action, resource, values));
    if (decisions.includes('denied')) return 'denied';
    return decisions.includes('allowed') ? 'allowed' : 'unmentioned';
  }

  /** Returns whether the policy of a KMS key lets identity policies decide. */
  trustsAccount(action: string): boolean {
    return this.#policies.some(
      ({ covers, policy }) => covers(accountRoot) && policy.decide(action, '*', transport) === 'allowed',
    );
  }
}
