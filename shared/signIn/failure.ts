/** The reasons why someone could not be signed in. */
export type SignInFailure =
  /** The sign-in took too long, was used before, or began in another browser. */
  | 'expired'
  /** The person said no at the identity provider. */
  | 'declined'
  /** The identity provider did not say that the e-mail address is theirs. */
  | 'unverified'
  /** No user has the e-mail address. */
  | 'unknown'
  /** The user with the e-mail address signs in with another account at the identity provider. */
  | 'taken'
  /** The person is known, and shut out. */
  | 'disabled'
  /**
   * The browser brought back an error or something that does not fit what was asked for. It could have made up or altered
   * either, so it is never held against the service or the provider.
   */
  | 'unusable'
  /** The identity provider does not answer. */
  | 'unreachable'
  /** The identity provider itself answered with an error, or with an answer that must not be trusted. */
  | 'failed';

/** A sign-in that failed. The page that people see follows from the failure alone. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
