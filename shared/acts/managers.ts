import { mayManage } from '../contract/permissions.ts';
import type { MemberItem } from '../data/organizations/organizations.ts';
import { type By, operator } from '../events/records/record.ts';

/**
 * Returns whether an actor still manages an organization, because the actor may lose this right during a request. Each commit that removes
 * the right changes the organization too. Such a commit therefore conflicts with every other transaction that includes the organization.
 *
 * @param member the actor as a member of the organization; undefined if the actor is not a member
 */
export const stillManages = (by: NonNullable<By>, member: MemberItem | undefined): boolean =>
  by === operator || by.staff || mayManage(member);

/** Returns whether an actor acts as service staff. Staff who manage the organization as its members act as members. */
export const actsAsStaff = (by: NonNullable<By>, member: MemberItem | undefined): boolean =>
  by.staff && !mayManage(member);
