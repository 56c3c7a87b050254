import { isOrganization, type Tenant } from '../contract/identifiers.ts';
import { countAsked } from '../data/uploads.ts';
import { type Amounts, type Quota, release, reserve, type Use } from '../data/usage.ts';
import { environment } from '../environment.ts';
import { quotaExceeded } from './errors.ts';

const documents = environment('quotaDocuments');
const storedBytes = environment('quotaStoredBytes');
const personalDocuments = environment('quotaPersonalDocuments');
const personalStoredBytes = environment('quotaPersonalStoredBytes');

const limitsOf = (tenant: Tenant): Amounts =>
  isOrganization(tenant)
    ? { documents: Number(documents()), stored_bytes: Number(storedBytes()) }
    : { documents: Number(personalDocuments()), stored_bytes: Number(personalStoredBytes()) };

const units: Readonly<Record<Quota, string>> = { documents: 'documents', stored_bytes: 'stored bytes' };

/**
 * Counts a use, and then stores what it is of: a refused file is not written anywhere. When storing fails, the use is taken
 * back. Throws a 403 when the tenant has reached a quota.
 */
export async function withinQuota<T>(use: Use, store: () => Promise<T>): Promise<T> {
  const refused = await reserve(use, limitsOf(use.tenant));
  if (refused)
    throw quotaExceeded(
      `${isOrganization(use.tenant) ? 'The organization has reached its' : 'You have reached your'} quota of ` +
        `${refused.limit} ${units[refused.quota]}.`,
    );
  try {
    return await store();
  } catch (error) {
    await release(use);
    throw error;
  }
}

/**
 * Counts an upload that is asked for. What is put and never used is in no quota, and the bucket keeps it for days: so a tenant asks
 * in a day for no more than what the stage lets it store in all. Throws a 403 when it has.
 */
export async function withinDay(tenant: Tenant, sizeBytes: number, nowSeconds: number): Promise<void> {
  const { stored_bytes } = limitsOf(tenant);
  if (!(await countAsked(tenant, sizeBytes, stored_bytes, nowSeconds)))
    throw quotaExceeded(`Uploads of ${stored_bytes} bytes have been asked for today, as many as a day has.`);
}
