import { mayManage } from '../contract/permissions.ts';
import type { MemberItem } from '../data/organizations.ts';
import { type By, operator } from '../events/records.ts';

/**
 * Returns whether an actor still manages an organization: they may have lost the right since their request began. Every change that
 * takes it changes the organization too, so with the organization in the transaction one of the two comes first.
 *
 * @param member the actor as a member of the organization, if they are one
 */
export const stillManages = (by: NonNullable<By>, member: MemberItem | undefined): boolean =>
  by === operator || by.staff || mayManage(member);

/** Returns whether an actor answers for what they make as service staff: members who manage answer as long as they do. */
export const actsAsStaff = (by: NonNullable<By>, member: MemberItem | undefined): boolean =>
  by.staff && !mayManage(member);
