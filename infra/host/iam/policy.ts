import { type Conditions, type ConditionTest, type ConditionValues, conditionsTest } from './conditions.ts';
import { type Matcher, matcherOfAny } from './patterns.ts';

/** A statement of a policy, with its ARNs resolved. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Conditions;
}

/** One action on one resource that a request needs. A request may need several actions. */
export interface RequiredAction {
  /** The name of the action, such as `dynamodb:GetItem`. */
  readonly action: string;
  /** The ARN of the resource. */
  readonly resource: string;
  /** The ARN of the queue, bucket or KMS key whose own policy counts too. Default: the resource */
  readonly owner?: string;
  /** Whether the data access policies of OpenSearch Serverless decide, and not the role's own policies. Default: false */
  readonly isOfDataAccess?: true;
  /** The values of condition keys that not all requests have. Default: none */
  readonly values?: ConditionValues;
}

export type Decision = 'allowed' | 'denied' | 'unmentioned';

/** A statement with its patterns and conditions compiled. */
interface CompiledStatement {
  readonly statement: Statement;
  readonly isAbout: Matcher;
  readonly coversResource: Matcher;
  readonly isMet: ConditionTest;
}

const compiled = (statement: Statement): CompiledStatement => ({
  statement,
  // Names of actions are case-insensitive.
  isAbout: matcherOfAny(statement.actions.map((action) => action.toLowerCase())),
  coversResource: matcherOfAny(statement.resources),
  isMet: conditionsTest(statement.conditions),
});

/** Statements that are evaluated together. An explicit denial overrides any permission. */
export class Policy {
  readonly #statements: readonly CompiledStatement[];
  readonly #byAction = new Map<string, readonly CompiledStatement[]>();

  /** Throws for an unknown condition, with its name in the message. */
  constructor(statements: readonly Statement[]) {
    this.#statements = statements.map(compiled);
  }

  /** @param used receives the statements that allow the action. Default: none */
  decide(
    action: string,
    resource: string,
    values: ConditionValues,
    used?: (statement: Statement) => void,
  ): Decision {
    let decision: Decision = 'unmentioned';
    for (const { statement, coversResource, isMet } of this.#about(action)) {
      if (decision === 'allowed' && !used && statement.effect === 'Allow') continue;
      if (!coversResource(resource) || !isMet(values)) continue;
      if (statement.effect === 'Deny') return 'denied';
      decision = 'allowed';
      used?.(statement);
    }
    return decision;
  }

  #about(action: string): readonly CompiledStatement[] {
    const known = this.#byAction.get(action);
    if (known) return known;
    const about = this.#statements.filter((statement) => statement.isAbout(action.toLowerCase()));
    this.#byAction.set(action, about);
    return about;
  }
}
