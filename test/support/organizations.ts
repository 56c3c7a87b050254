import { expect, inject, test } from 'vitest';
import type { OrganizationMember } from '../../shared/contract/resources/organization.ts';
import type { Actor, Answer, CallRequest } from './client.ts';
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

/** Bodies that no operation with a JSON body accepts. */
export const unreadableBodies: readonly ({ readonly what: string } & Pick<CallRequest, 'raw' | 'headers'>)[] =
  [
    { what: 'JSON that stops', raw: '{"name": "Half', ...asJson() },
    { what: 'a trailing comma', raw: '{"name": "N", "role": "admin",}', ...asJson() },
    { what: 'no JSON', raw: 'name=N&role=admin', ...asJson() },
    { what: 'an empty body', raw: '', ...asJson() },
    { what: 'a list', raw: '[{"name": "N", "role": "admin"}]', ...asJson() },
    { what: 'a string', raw: '"admin"', ...asJson() },
    { what: 'null', raw: 'null', ...asJson() },
    { what: 'bytes that are no UTF-8', raw: Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), ...asJson() },
    {
      what: 'a form',
      raw: 'name=N&role=admin',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  ];

function asJson() {
  return { headers: { 'Content-Type': 'application/json' } };
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

/** The callers who may not manage the organization in which they act, and the status that they get. */
export const notManagers = [
  ['member', 403],
  ['read_only', 403],
  ['service_account', 403],
  ['newcomer', 403],
  [null, 401],
] as const;

/**
 * Tests that an operation is refused to callers who may not manage the organization. `how`: the beginning of the titles. The caller
 * follows.
 */
export const managersOnly = (how: string, run: (as: Actor | null) => Promise<Answer<unknown>>): void =>
  test.for(
    notManagers.map(([as, status]) => ({ as, status, title: `${how} ${as ? `the ${as}` : 'nobody'}` })),
  )('$title', async ({ as, status }) => {
    expect(await run(as)).toMatchObject(problem(status));
  });

/**
 * A body that is refused, as a row for `test.for`: a description for the title, the body, and its wrong fields. Default: all fields are
 * wrong
 */
export type WrongRow = readonly [what: string, json: object, ...wrong: WrongField[]];

/** Names that people could not read as they are. */
export const unshownNames: readonly WrongRow[] = [
  ['a blank name', { name: ' \u00a0\u3000' }],
  ['a name without a width', { name: '\u200b' }],
  ['a filler', { name: '\u3164' }],
  ['a separator of lines', { name: 'Ada\u2028King' }],
  ['a tab', { name: 'Ada\tKing' }],
  ['a line break', { name: 'Ada\nKing' }],
  ['a NUL', { name: 'Ada\0' }],
  ['a control character of C1', { name: 'Ada\u0085' }],
  ['reversed text', { name: 'Ada \u202ecod.exe' }],
  ['an isolate', { name: 'Ada \u2067King' }],
];

/** Returns the expected problem for the wrong fields of a row. */
export const wrongIn = (json: object, wrong: readonly WrongField[]) =>
  problem(422, ...(wrong.length > 0 ? wrong : Object.entries(json).map(bodyField)));

const bodyField = ([name, value]: [string, unknown]): WrongField => [`body.${name}`, value];
