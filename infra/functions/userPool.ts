import type { FunctionSpec } from './spec.ts';

/** The functions of the stack's own user pool. A stage with another identity provider has none of them. */
export const userPoolFunctions = {
  confirmedSignUp: {
    description: 'Gives an account of the user pool a random password after its sign-up was confirmed',
    grants: {},
    /** Cognito waits for five seconds. */
    timeoutSeconds: 5,
  },
  endUnconfirmed: {
    description: 'Removes accounts of the user pool that nobody confirmed',
    grants: {},
    /** Less than the five minutes between two runs, so that they never pile up. */
    timeoutSeconds: 240,
  },
} as const satisfies Record<string, FunctionSpec>;
export type UserPoolFunctionName = keyof typeof userPoolFunctions;

/** The actions on the pool that each function may take. A policy of its own grants them, because the pool names the first function. */
export const userPoolActions = {
  confirmedSignUp: ['cognito-idp:AdminSetUserPassword'],
  endUnconfirmed: ['cognito-idp:ListUsers', 'cognito-idp:AdminGetUser', 'cognito-idp:AdminDeleteUser'],
} as const satisfies Record<UserPoolFunctionName, readonly string[]>;

/** Returns the file of a function of the pool, below `functions`. */
export const userPoolEntry = (name: UserPoolFunctionName): string => `userPool/${name}.ts`;
