/** What a stack, an API's stage and a Cognito domain can be named after. */
export const isStageName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9-]{0,19}$/.test(value);

<<<<<<< HEAD
/** Returns the stack's name, which the files of its cloud assembly have too. */
export const stackNameOf = ({ stage }: Pick<StageSettings, 'stage'>): string => `DocumentGovernance-${stage}`;
=======
/** The stack's name, which is also what its files are named after in a cloud assembly. */
export const stackNameOf = ({ stage }: { readonly stage: string }): string => `DocumentGovernance-${stage}`;
>>>>>>> 93b5db5f90099fcb4ade9bd565f8d62fe8026b52
