/** A full run measures. A short run shows in seconds that the section still works. */
export type Form = 'full' | 'short';

/** A part of the bench that prints its tables. Rejects when a measured operation fails. */
export type Section = (form: Form) => Promise<void>;

/** Returns a section that runs with the counts of the form. */
export const section =
  <Counts>(counts: Readonly<Record<Form, Counts>>, run: (counts: Counts) => Promise<void>): Section =>
  (form) =>
    run(counts[form]);
