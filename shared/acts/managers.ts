import { mayManage } from '../contract/permissions.ts';
import type { MemberItem } from '../data/organizations/organizations.ts';
import { type By, operator } from '../events/records.ts';

/**
 * Returns whether an actor still manages an organization, as the right may be lost during a request. Every change that removes the right
 * changes the organization too: with the organization in the transaction, one of the two conflicts.
 *
 * @param member the actor as a member of the organization, if they are one
 */
export const stillManages = (by: NonNullable<By>, member: MemberItem | undefined): boolean =>
  by === operator || by.staff || mayManage(member);

/** Returns whether an actor acts as service staff. A member who manages the organization acts as a member while they manage it. */
export const actsAsStaff = (by: NonNullable<By>, member: MemberItem | undefined): boolean =>
  by.staff && !mayManage(member);
