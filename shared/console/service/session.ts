import { computed, signal } from '@preact/signals';
import type { Operations } from '../../client/types.ts';
import { api } from './api.ts';

export type Me = Operations['getMe']['output'];

/** The person, in the organization that this tab shows. */
export const me = signal<Me | null>(null);

/** The newest answer of `getMe`, if its organization or person is not the one that this tab shows; null otherwise. */
export const actsElsewhere = signal<Me | null>(null);

export const organization = computed(() =>
  me.value?.organizations.find(({ id }) => id === me.value?.organization_id),
);

export const may = (permission: Me['permissions'][number]): boolean =>
  me.value?.permissions.includes(permission) ?? false;

const ulidOf = (id: string): string | undefined => id.split('_')[1];

/** Returns whether a member is the person. The ids of members and users have different prefixes, and the same ULID. */
export const isMe = ({ user_id }: { readonly user_id: string }): boolean =>
  ulidOf(user_id) === ulidOf(me.value?.user.id ?? '_');

export async function loadMe(): Promise<Me> {
  const now = await api.getMe();
  me.value = now;
  actsElsewhere.value = null;
  checked = undefined;
  return now;
}

/** A change was not made, because the session acts in another organization than the tab shows. */
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
 * Carries out a change. First asks the service in which organization the session acts, because a switch in one tab changes the session of
 * all tabs. If this tab shows another organization or person, throws an OtherOrganizationError and changes nothing.
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

/** Switches the session to another organization, and shows it in this tab. */
export async function switchTo(id: string): Promise<void> {
  await api.switchOrganization({ organization_id: id as `org_${string}` });
  await loadMe();
}
