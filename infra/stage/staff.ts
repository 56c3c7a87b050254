import { SettingsError } from './settingsError.ts';

/** The settings that decide who is service staff. */
interface Staff {
  readonly staffEmailDomains: readonly string[];
  readonly staffEmails: readonly string[];
}

/** The most characters of all addresses with their commas, because all variables of a function together must fit into 4 KB. */
const staffEmailsMaxCharacters = 1500;

/**
 * Throws a SettingsError when `staffEmails` has an address that could never be staff, or too many addresses. Also when it was given with
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
  if (staffEmails.join(',').length > staffEmailsMaxCharacters)
    throw new SettingsError(
      `staffEmails must have at most ${staffEmailsMaxCharacters} characters, all addresses together`,
    );
}

/** Returns a warning when everybody with an address of some domains is staff; null if the staff is listed, or there is none. */
export function unlistedStaff({ staffEmailDomains, staffEmails }: Staff): string | null {
  if (staffEmailDomains.length === 0 || staffEmails.length > 0) return null;
  return (
    `Warning: everybody with an address at ${staffEmailDomains.join(', ')} may act in every organization. ` +
    'List the persons in staffEmails.'
  );
}
