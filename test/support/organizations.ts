import { expect, inject } from 'vitest';
import type { OrganizationMember } from '../../shared/contract/resources/organization.ts';
import type { Actor } from './client.ts';
import { call } from './documents.ts';

export const { organization_id, user_ids, session_cookies, base_url } = inject('credentials');

/** The beginning of the paths of pages: the name of a stage that has no domain of its own. */
export const pathPrefix = new URL(base_url).pathname.replace(/\/$/, '');

/** The header that a page of the service sends with a change. */
export const sameOrigin = { Origin: new URL(base_url).origin };

export const membersOf = async (as: Actor = 'owner'): Promise<OrganizationMember[]> =>
  (await call.listOrganizationMembers({ as })).body.items;

/** Runs a request that must not change anything, and compares the members of an organization before and after. */
export async function withoutChange<T>(run: () => Promise<T>, as: Actor = 'owner'): Promise<T> {
  const before = await membersOf(as);
  const result = await run();
  expect(await membersOf(as)).toEqual(before);
  return result;
}

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
} as const;

/** The location of a wrong field in a body, and its value. */
export type WrongField = readonly [location: string, value: unknown];

/**
 * Returns the expected answer with a problem (specification 7.2), for `expect(answer).toMatchObject(...)`. A 422 lists exactly these wrong
 * fields of the body.
 */
export function problem(status: keyof typeof titles, ...wrong: readonly WrongField[]) {
  const detail = expect.stringMatching(/^[^\n]{8,}$/);
  const errors = wrong.map(([location, value]) => ({ location, value, message: detail }));
  const about = { type: 'about:blank', title: titles[status], status, detail };
  return { status, problem: status === 422 ? { ...about, errors } : about };
}

/**
 * A body that is refused, as a row for `test.for`: a description for the title, the body, and its wrong fields. Default: all fields are
 * wrong
 */
export type WrongRow = readonly [what: string, json: object, ...wrong: WrongField[]];

/** Returns the expected problem for the wrong fields of a row. */
export const wrongIn = (json: object, wrong: readonly WrongField[]) =>
  problem(422, ...(wrong.length > 0 ? wrong : Object.entries(json).map(bodyField)));

const bodyField = ([name, value]: [string, unknown]): WrongField => [`body.${name}`, value];
