import type { Rules } from '../../shared/contract/resources/rules.ts';

/** A policy that a new stage begins with. */
export interface SamplePolicy {
  readonly name: string;
  readonly rules: Rules;
}

/** The policies of `npm start`, one for each kind of protection. */
export const samplePolicies: readonly SamplePolicy[] = [
  { name: 'Confidential handling', rules: { require_sign_in: true, watermark: true } },
  {
    name: 'Legal review before release',
    rules: {
      acknowledgement:
        'This is a draft under legal review. I read it for the review only, and pass nothing on before its release.',
      view_only: true,
      expires_after_days: 30,
    },
  },
  // Seven years, with up to two leap days.
  { name: 'Retention: seven years', rules: { retain_for_days: 2557 } },
];

/** The same policies as labels. Tests begin with these, because they bind nobody. */
export const labels: readonly SamplePolicy[] = [
  'Confidential handling',
  'Retention: seven years',
  'Legal review before release',
].map((name) => ({ name, rules: {} }));
