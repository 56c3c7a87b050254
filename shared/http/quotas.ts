import { isOrganization } from '../contract/identifiers.ts';
import { type Amounts, type Quota, release, reserve, type Use } from '../data/usage.ts';
import { environment } from '../environment.ts';
import { quotaExceeded } from './errors.ts';

const documents = environment('quotaDocuments');
const storedBytes = environment('quotaStoredBytes');
const personalDocuments = environment('quotaPersonalDocuments');
const personalStoredBytes = environment('quotaPersonalStoredBytes');

const ofOrganizations = (): Amounts => ({
  documents: Number(documents()),
  stored_bytes: Number(storedBytes()),
});
const ofPeople = (): Amounts => ({
  documents: Number(personalDocuments()),
  stored_bytes: Number(personalStoredBytes()),
});

const units: Readonly<Record<Quota, string>> = { documents: 'documents', stored_bytes: 'stored bytes' };

/**
 * Counts a use, and then stores what it is of: a refused file is not written anywhere. When storing fails, the use is taken
 * back. Throws a 403 when the tenant has reached a quota.
 */
export async function withinQuota<T>(use: Use, store: () => Promise<T>): Promise<T> {
  const inOrganization = isOrganization(use.tenant);
  const refused = await reserve(use, inOrganization ? ofOrganizations() : ofPeople());
  if (refused)
    throw quotaExceeded(
      `${inOrganization ? 'The organization has reached its' : 'You have reached your'} quota of ${refused.limit} ` +
        `${units[refused.quota]}.`,
    );
  try {
    return await store();
  } catch (error) {
    await release(use);
    throw error;
  }
}
