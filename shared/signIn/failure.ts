import type { SignInFailure } from './pages.ts';

/** A sign-in that failed. The page that people see follows from the failure alone. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
