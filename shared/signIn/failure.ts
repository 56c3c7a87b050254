import type { SignInFailure } from './pages.ts';

/** The error of a failed sign-in. `failure` alone decides which page people see. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
