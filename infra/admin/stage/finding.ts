/** The result of one check. `not checked`: the check could not be made, and `detail` says why. */
export interface Finding {
  readonly state: 'ok' | 'problem' | 'not checked';
  readonly detail: string;
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail });
export const notChecked = (detail: string): Finding => ({ state: 'not checked', detail });

/** `advice`: a sentence that says what to do, without its period. */
export const problem = (detail: string, advice: string): Finding => ({
  state: 'problem',
  detail: `${detail}. ${advice}.`,
});
