import { computed, signal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { api } from './api.ts';

export type Me = Operations['getMe']['output'];

/** The person, in the organization that this tab shows. */
export const me = signal<Me | null>(null);

/** The person by the newest answer, if the session acts in another organization, or for another person, than this tab shows. */
export const actsElsewhere = signal<Me | null>(null);

export const organization = computed(() =>
  me.value?.organizations.find(({ id }) => id === me.value?.organization_id),
);

export const may = (permission: Me['permissions'][number]): boolean =>
  me.value?.permissions.includes(permission) ?? false;

const ulidOf = (id: string): string | undefined => id.split('_')[1];

/** Whether a member is the person. Members have ids with another prefix than users, and the same ULID. */
export const isMe = ({ user_id }: { readonly user_id: string }): boolean =>
  ulidOf(user_id) === ulidOf(me.value?.user.id ?? '_');

export async function loadMe(): Promise<Me> {
  const now = await api.getMe();
  me.value = now;
  actsElsewhere.value = null;
  checked = undefined;
  return now;
}

/** Nothing was changed, because the session acts in another organization than the tab shows. */
export class OtherOrganizationError extends Error {}

/** One check serves all changes that begin within this time. */
const checkLastsMilliseconds = 1000;
let checked: { readonly at: number; readonly same: Promise<boolean> } | undefined;

async function actsAsShown(): Promise<boolean> {
  const now = await api.getMe();
  const isSame = now.organization_id === me.value?.organization_id && now.user.id === me.value?.user.id;
  actsElsewhere.value = isSame ? null : now;
  return isSame;
}

/**
 * Carries out a change. A switch changes the session in all tabs, so this asks first where the session acts. Throws an
 * OtherOrganizationError, and changes nothing, if that is not what this tab shows.
 */
export async function change<T>(act: () => Promise<T>): Promise<T> {
  const now = Date.now();
  if (!checked || checked.at + checkLastsMilliseconds < now) checked = { at: now, same: actsAsShown() };
  const isSame = await checked.same.catch((error: unknown) => {
    // A retry asks again.
    checked = undefined;
    throw error;
  });
  if (!isSame) throw new OtherOrganizationError();
  return act();
}

/** Shows another organization in this tab, and in all others of the session. */
export async function switchTo(id: string): Promise<void> {
  await api.switchOrganization({ organization_id: id as `org_${string}` });
  await loadMe();
}
