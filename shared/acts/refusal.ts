/**
 * The reason why an act was not carried out; nothing was changed. Callers word the reason: HTTP in its two formats, the command line in
 * sentences. `detail` is known to the act only, such as why a name is refused.
 */
export type Refused<Reason extends string, Detail = string> = Reason extends Reason
  ? { readonly refused: Reason; readonly detail: Detail }
  : never;

interface AnyRefused {
  readonly refused: string;
  readonly detail: unknown;
}

type RefusalIn<Outcome> = Extract<Outcome, AnyRefused>;

/** Makes the caller's error for each reason of an outcome. */
type Errors<Refusal extends AnyRefused> = {
  readonly [Reason in Refusal['refused']]: (
    detail: Extract<Refusal, { readonly refused: Reason }>['detail'],
  ) => Error;
};

export function refuse<const Reason extends string>(reason: Reason): Refused<Reason>;
export function refuse<const Reason extends string, Detail>(
  reason: Reason,
  detail: Detail,
): Refused<Reason, Detail>;
export function refuse(refused: string, detail: unknown = ''): AnyRefused {
  return { refused, detail };
}

export const isRefused = <Outcome>(
  outcome: Outcome | AnyRefused,
): outcome is RefusalIn<Outcome> & AnyRefused =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome;

/** Returns the outcome of an act; throws the caller's error where the act was refused. */
export function accepted<Outcome>(
  outcome: Outcome,
  errors: Errors<RefusalIn<Outcome>>,
): Exclude<Outcome, AnyRefused> {
  if (!isRefused(outcome)) return outcome as Exclude<Outcome, AnyRefused>;
  const { refused, detail } = outcome as AnyRefused;
  // Each reason has its error by type; TypeScript cannot follow that through a generic outcome.
  const makeError = (errors as Record<string, (given: unknown) => Error>)[refused];
  throw makeError?.(detail) ?? new Error(`nobody words the refusal ${refused}`);
}
