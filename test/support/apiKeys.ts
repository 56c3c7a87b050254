import type { ApiKeyWithUse } from '../../shared/contract/resources/apiKey.ts';
import type { ServiceAccount } from '../../shared/contract/resources/serviceAccount.ts';
import type { Answer, CallRequest } from './client.ts';
import { call } from './documents.ts';
import { newOrganization } from './webhooks.ts';

/** A new organization, and `as`: a request as staff in it. */
export interface AccountsOrganization {
  readonly id: string;
  readonly as: CallRequest & { readonly headers: Readonly<Record<string, string>> };
}

export async function accountsOrganization(): Promise<AccountsOrganization> {
  const { id, headers } = await newOrganization();
  return { id, as: { as: 'staff', headers } };
}

export const addAccount = (as: CallRequest, json: object = {}): Promise<Answer<ServiceAccount>> =>
  call.createServiceAccount({ ...as, json: { name: 'Nightly import', ...json } });

export const removeAccount = (as: CallRequest, service_account_id: string) =>
  call.deleteServiceAccount({ ...as, path: { service_account_id } });

export const accountsOf = async (as: CallRequest): Promise<ServiceAccount[]> =>
  (await call.listServiceAccounts({ ...as, query: { limit: '100' } })).body.items;

export const makeKey = (as: CallRequest, json: object = {}) =>
  call.createApiKey({ ...as, json: { name: 'laptop', ...json } });

export const endKey = (as: CallRequest, key_id: string) => call.deleteApiKey({ ...as, path: { key_id } });

export const keysOf = async (
  as: CallRequest,
  query: Readonly<Record<string, string>> = {},
): Promise<ApiKeyWithUse[]> =>
  (await call.listApiKeys({ ...as, query: { limit: '100', ...query } })).body.items;

/** Returns a request whose only credential is a key that was just made. */
export const withKey = ({ body }: { readonly body: { readonly api_key: string } }): CallRequest => ({
  as: null,
  headers: { Authorization: `Bearer ${body.api_key}` },
});

/** Makes a service account in a new organization. */
export async function accountAlone(json: object = {}) {
  const organization = await accountsOrganization();
  const { id } = (await addAccount(organization.as, json)).body;
  return { ...organization, account: id };
}
