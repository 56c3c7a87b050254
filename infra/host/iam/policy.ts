import { type Conditions, type ConditionTest, type ConditionValues, conditionsTest } from './conditions.ts';
import { type Matcher, matcherOfAny } from './patterns.ts';

/** A statement of a policy, with its ARNs resolved. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Conditions;
}

/** What a request wants to do: one action on one resource. A request may be several of these. */
export interface Asked {
  /** Such as `dynamodb:GetItem`. */
  readonly action: string;
  /** The ARN of what it is done to. */
  readonly resource: string;
  /** The ARN of the queue, bucket or key whose own policy counts too. Default: the resource */
  readonly owner?: string;
  /** The request's condition keys, besides those that all requests have. Default: none */
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
  // The names of actions are compared in any case.
  isAbout: matcherOfAny(statement.actions.map((action) => action.toLowerCase())),
  coversResource: matcherOfAny(statement.resources),
  isMet: conditionsTest(statement.conditions),
});

/** Statements that are asked together. An explicit denial counts more than any permission. */
export class Policy {
  readonly #statements: readonly CompiledStatement[];
  readonly #byAction = new Map<string, readonly CompiledStatement[]>();

  /** Throws, naming it, for a condition that is not known here. */
  constructor(statements: readonly Statement[]) {
    this.#statements = statements.map(compiled);
  }

  /** @param used gets the statements that allow it. Default: nobody asks */
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
