/** Returns whether the name is valid for a stack, an API's stage and a Cognito domain. */
export const isStageName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9-]{0,19}$/.test(value);

/** Returns the name of the stack and of the files in its cloud assembly. */
export const stackNameOf = ({ stage }: { readonly stage: string }): string => `DocumentGovernance-${stage}`;
