/** Why someone could not be signed in. */
export type SignInFailure =
  /** There is no such sign-in, or none any more: it took too long, was used before, or began in another browser. */
  | 'expired'
  /** Someone said no at the identity provider. */
  | 'declined'
  /** The identity provider did not say that the e-mail address is theirs. */
  | 'unverified'
  /** Nobody here has the e-mail address. */
  | 'unknown'
  /** The identity provider does not answer. */
  | 'unreachable'
  /** The identity provider answered with an error of its own, or with what must not be trusted. */
  | 'failed';

/** A sign-in that ends here. What it shows to people follows from the failure alone. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
