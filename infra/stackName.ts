/** Whether a stack, an API's stage and a Cognito domain can be named so. */
export const isStageName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9-]{0,19}$/.test(value);

/** Returns the stack's name, which the files of its cloud assembly have too. */
export const stackNameOf = ({ stage }: { readonly stage: string }): string => `DocumentGovernance-${stage}`;
