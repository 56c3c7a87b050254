/**
 * The reason why an act was not carried out and changed nothing. Each part that runs the act makes its own text for a reason: HTTP in its
 * two formats, the command line in sentences. `detail` has facts that only the act knows, such as why a name is refused.
 */
export type Refused<Reason extends string, Detail = string> = Reason extends Reason
  ? { readonly refused: Reason; readonly detail: Detail }
  : never;

interface AnyRefused {
  readonly refused: string;
  readonly detail: unknown;
}

type RefusalIn<Outcome> = Extract<Outcome, AnyRefused>;

/** Functions that make the caller's errors, one for each reason of an outcome. */
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

/** Returns the outcome of an act; throws the caller's error if the act was refused. */
export function accepted<Outcome>(
  outcome: Outcome,
  errors: Errors<RefusalIn<Outcome>>,
): Exclude<Outcome, AnyRefused> {
  if (!isRefused(outcome)) return outcome as Exclude<Outcome, AnyRefused>;
  const { refused, detail } = outcome as AnyRefused;
  // The types require an error for each reason, but TypeScript cannot prove this for a generic outcome.
  const makeError = (errors as Record<string, (given: unknown) => Error>)[refused];
  throw makeError?.(detail) ?? new Error(`the refusal ${refused} has no error`);
}
