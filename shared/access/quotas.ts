import { isOrganization, type Tenant } from '../contract/identifiers.ts';
import { countRequestedBytes } from '../data/documents/uploads.ts';
import { type Amounts, type Quota, release, reserve, type Use } from '../data/organizations/usage.ts';
import { environment } from '../runtime/environment.ts';
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
 * Counts a use and then calls `store`, so that a refused file is not stored. Releases the use when `store` fails. Throws 403 when the
 * tenant has reached a quota.
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
 * Counts an upload against the limit of its tenant for the day. Files that are uploaded and never used count against no other quota, but
 * the bucket keeps them for days. The limit for a day is as high as the quota of stored bytes. Throws 403 when the limit is reached.
 */
export async function withinDay(tenant: Tenant, sizeBytes: number, nowSeconds: number): Promise<void> {
  const { stored_bytes } = limitsOf(tenant);
  if (!(await countRequestedBytes(tenant, sizeBytes, stored_bytes, nowSeconds)))
    throw quotaExceeded(
      `The uploads of today have reached the daily limit of ${stored_bytes} bytes. Try again tomorrow.`,
    );
}
