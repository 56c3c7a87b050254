import type { Operations } from '../../client/types.ts';
import { formatDate, formatList } from '../words/formats.ts';
import { t } from '../words/words.ts';

type Rules = Operations['getPolicy']['output']['rules'];

/** Of a longer list of addresses, only the number is shown. */
const listedMax = 3;

const readers = (names: readonly string[]): string =>
  names.length > listedMax ? t('rules.several', { count: names.length }) : formatList(names);

/** Returns a text for each rule of a policy. */
export function ruleTexts(rules: Rules): string[] {
  const { allowed_email_domains: domains, allowed_emails: emails, expires_after_days: days } = rules;
  const kept = rules.retain_for_days;
  const texts: (string | false | undefined)[] = [
    rules.require_sign_in && t('rules.signIn'),
    domains && t('rules.domains', { names: readers(domains) }),
    emails && t('rules.emails', { names: readers(emails) }),
    rules.acknowledgement !== undefined && t('rules.acknowledgement'),
    rules.view_only && t('rules.viewOnly'),
    rules.watermark && t('rules.watermark'),
    rules.expires_at !== undefined && t('rules.until', { date: formatDate(rules.expires_at) }),
    days !== undefined && t('rules.days', { count: days }),
    rules.retain_until !== undefined && t('rules.keptUntil', { date: formatDate(rules.retain_until) }),
    kept !== undefined && t('rules.keptDays', { count: kept }),
    rules.legal_hold && t('rules.hold'),
    rules.locked && t('rules.locked'),
  ];
  return texts.filter((text) => typeof text === 'string');
}
