import { SettingsError } from './settingsError.ts';

/** The settings that decide who is service staff. */
interface Staff {
  readonly staffEmailDomains: readonly string[];
  readonly staffEmails: readonly string[];
}

/**
 * Throws a SettingsError when `staffEmails` has an address that could never be staff. Also when it was given with
 * `staffEmailDomains` but is empty: without addresses, everybody with an address of these domains would be staff.
 */
export function assertStaff({ staffEmailDomains, staffEmails }: Staff, listIsGiven: boolean): void {
  if (listIsGiven && staffEmails.length === 0 && staffEmailDomains.length > 0)
    throw new SettingsError(
      'staffEmails is empty: list the persons, or leave it out, and everybody with an address of staffEmailDomains is staff',
    );
  const other = staffEmails.find((email) => !staffEmailDomains.includes(email.split('@')[1] ?? ''));
  if (other !== undefined)
    throw new SettingsError(`staffEmails has ${other}, whose domain is not in staffEmailDomains`);
}

/** Returns a warning when everybody with an address of some domains is staff; null if the staff is listed, or there is none. */
export function unlistedStaff({ staffEmailDomains, staffEmails }: Staff): string | null {
  if (staffEmailDomains.length === 0 || staffEmails.length > 0) return null;
  return (
    `Warning: everybody with an address at ${staffEmailDomains.join(', ')} may act in every organization. ` +
    'List the persons in staffEmails.'
  );
}
