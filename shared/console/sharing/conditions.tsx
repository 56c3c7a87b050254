import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { Document, Operations } from '../../client/types.ts';
import { acknowledgementMaxCharacters } from '../../contract/limits.ts';
import { Check, TextField } from '../parts/controls.tsx';
import { useDraft } from '../parts/savedText.tsx';
import { dayOf, endOfDay, formatDate, formatList, t } from '../words/words.ts';

export type Share = Operations['getDocumentShare']['output'];

/** What a share allows, as a person chooses it. */
export interface Conditions {
  /** `2026-12-15` in the person's time zone; empty: without an end */
  readonly lastDay: Signal<string>;
  readonly mayDownload: Signal<boolean>;
  readonly isWatermarked: Signal<boolean>;
  readonly asksFirst: Signal<boolean>;
  /** The text to accept. */
  readonly text: Signal<string>;
  readonly hasEarlierVersions: Signal<boolean>;
  readonly notifies: Signal<boolean>;
}

type Terms = Pick<Share, 'rules' | 'versions' | 'expires_at' | 'notify_me'>;

const none: Terms = { expires_at: null, notify_me: false, versions: 'current', rules: {} };

/** Returns the conditions of a share, or those that a new share begins with. */
export function useConditions({ rules, versions, expires_at, notify_me }: Terms = none): Conditions {
  return {
    lastDay: useSignal(expires_at === null ? '' : dayOf(expires_at)),
    mayDownload: useSignal(!rules.view_only),
    isWatermarked: useSignal(rules.watermark ?? false),
    asksFirst: useSignal(rules.acknowledgement !== undefined),
    text: useSignal(rules.acknowledgement ?? ''),
    hasEarlierVersions: useSignal(versions === 'all'),
    notifies: useSignal(notify_me),
  };
}

/**
 * Returns the conditions of a new share. They survive a reload of the page together with the addresses, so that these never get the document
 * without them, until `clear`.
 */
export function useConditionsDraft(name: string) {
  const draft = useDraft(name, JSON.stringify(none));
  const chosen = useConditions(JSON.parse(draft.text.peek()));
  useSignalEffect(() => {
    draft.text.value = JSON.stringify(fieldsOf(chosen));
  });
  return { chosen, clear: draft.clear };
}

/** Returns the end of a share. A share whose last day stays keeps its end, which can be earlier on that day. */
function endOf({ lastDay: { value: day } }: Conditions, before: string | null | undefined): string | null {
  if (day === '') return null;
  return before && dayOf(before) === day ? before : endOfDay(day);
}

/** Returns the conditions as the API takes them. `share`: the share that they change. Default: a new one */
export const fieldsOf = (chosen: Conditions, share?: Share) => ({
  expires_at: endOf(chosen, share?.expires_at),
  notify_me: chosen.notifies.value,
  versions: chosen.hasEarlierVersions.value ? ('all' as const) : ('current' as const),
  rules: {
    ...(!chosen.mayDownload.value && { view_only: true }),
    ...(chosen.isWatermarked.value && { watermark: true }),
    ...(chosen.asksFirst.value && { acknowledgement: chosen.text.value }),
  },
});

interface FieldsProps {
  readonly chosen: Conditions;
  /** Of the documents that are shared. */
  readonly levels: readonly Document['access_level'][];
}

/** The controls for the conditions, and one sentence that says what readers will be able to do. */
export const ConditionFields = ({ chosen, levels }: FieldsProps) => (
  <>
    <TextField
      label={t('common.lastDay')}
      hint={t('shares.lastDayHint')}
      text={chosen.lastDay}
      type="date"
      name="expires_at"
    />
    <fieldset class="choices">
      <legend class="label">{t('shares.conditions')}</legend>
      <Check label={t('shares.mayDownload')} isOn={chosen.mayDownload} />
      <Check label={t('shares.watermark')} isOn={chosen.isWatermarked} />
      <Check label={t('shares.asksFirst')} isOn={chosen.asksFirst} />
      <Check label={t('shares.earlier')} isOn={chosen.hasEarlierVersions} />
      <Check label={t('shares.notify')} isOn={chosen.notifies} />
    </fieldset>
    {chosen.asksFirst.value && (
      <TextField
        label={t('shares.text')}
        name="rules.acknowledgement"
        text={chosen.text}
        rows={4}
        required
        maxLength={acknowledgementMaxCharacters}
      />
    )}
    <p class="sentence" aria-live="polite">
      {sentenceOf(fieldsOf(chosen))} {levels.map(exceptionOf).find(Boolean)}
    </p>
  </>
);

/** Says in one sentence what the readers of a share can do. */
export function sentenceOf({
  rules,
  versions,
  expires_at,
}: Pick<Share, 'rules' | 'versions' | 'expires_at'>): string {
  const may = rules.view_only ? t('shares.say.view') : t('shares.say.download');
  const conditions = [
    rules.watermark && t('shares.say.watermark'),
    rules.acknowledgement !== undefined && t('shares.say.accept'),
    versions === 'all' && t('shares.say.earlier'),
    expires_at ? t('shares.say.until', { end: formatDate(expires_at) }) : t('shares.say.endless'),
  ].filter((one) => one !== false && one !== undefined);
  return t('shares.say', { may, conditions: formatList(conditions as string[]) });
}

/** Conditions of a share bind only readers whom nothing else lets in. */
const exceptionOf = (level: Document['access_level']): string =>
  level === 'private' ? '' : t(`shares.except.${level}`);
