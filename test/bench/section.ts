/** A full run measures; a short one shows in seconds that the section still works. */
export type Form = 'full' | 'short';

/** A part of the bench that prints its tables. Rejects when what it measures went wrong. */
export type Section = (form: Form) => Promise<void>;

/** Hands a section how much it has to do. */
export const section =
  <Counts>(counts: Readonly<Record<Form, Counts>>, run: (counts: Counts) => Promise<void>): Section =>
  (form) =>
    run(counts[form]);
