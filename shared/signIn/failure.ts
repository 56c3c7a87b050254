import type { SignInFailure } from './pages.ts';

/** The error of a failed sign-in. `failure` alone decides which page people see. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;
  /** The person's address at the provider. Only the person's own page shows it. Undefined if it is unknown. */
  readonly address: string | undefined;

  constructor(failure: SignInFailure, options?: ErrorOptions & { readonly address?: string | undefined }) {
    super(failure, options);
    this.failure = failure;
    this.address = options?.address;
  }
}
