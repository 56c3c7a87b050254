import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listening } from '../../support/receivers/listening.ts';

/** An account as Cognito keeps it. `password` null: the one of the sign-up. */
interface Account {
  readonly Username: string;
  UserStatus: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  /** The status in lists, which lag. */
  listedAs: Account['UserStatus'];
  /** Seconds since the epoch. */
  readonly UserCreateDate: number;
  password: string | null;
}

let accounts: Map<string, Account>;
let failing: string | undefined;
const pageSize = 2;

/** Answers the calls of the pool's API (Amazon Cognito, "Amazon Cognito user pools API reference"). */
const calls: Readonly<Record<string, (input: Record<string, string>) => object>> = {
  ListUsers: ({ Filter, PaginationToken }) => {
    const status = /^cognito:user_status = "(\w+)"$/.exec(Filter ?? '')?.[1];
    const listed = [...accounts.values()].filter(({ listedAs }) => listedAs === status);
    const from = Number(PaginationToken ?? 0);
    const Users = listed.slice(from, from + pageSize);
    const next = from + pageSize < listed.length ? { PaginationToken: String(from + pageSize) } : {};
    return { Users, ...next };
  },
  AdminGetUser: ({ Username = '' }) => accounts.get(Username) ?? fail('UserNotFoundException'),
  AdminDeleteUser: ({ Username = '' }) => {
    if (!accounts.has(Username)) fail('UserNotFoundException');
    accounts.set(Username, { ...(accounts.get(Username) as Account), password: 'deleted' });
    return {};
  },
  AdminSetUserPassword: ({ Username = '', Password = '', ...input }) => {
    const account = accounts.get(Username) ?? fail('UserNotFoundException');
    for (const part of [/[a-z]/, /[A-Z]/, /\d/, /[!^$*.[\]{}()?"@#%&/\\,><':;|_~`=+-]/, /^\S{14,256}$/])
      if (!part.test(Password)) fail('InvalidPasswordException');
    expect(input).toMatchObject({ Permanent: true });
    account.password = Password;
    return {};
  },
};

const fail = (type: string): never => {
  throw new Error(type);
};

const server = createServer(async (request, response) => {
  const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
  try {
    const input = JSON.parse(await text(request));
    if (operation === failing) fail('InternalErrorException');
    if (input.UserPoolId !== 'us-east-1_Pool') fail('ResourceNotFoundException');
    response.end(JSON.stringify(calls[operation]?.(input) ?? fail('InvalidAction')));
  } catch (error) {
    response.statusCode = 400;
    response.end(JSON.stringify({ __type: (error as Error).message }));
  }
});

const nowSeconds = Math.floor(Date.now() / 1000);
function addAccount(Username: string, UserStatus: Account['UserStatus'], minutesAgo: number): Account {
  const UserCreateDate = nowSeconds - minutesAgo * 60;
  const account = { Username, UserStatus, listedAs: UserStatus, UserCreateDate, password: null };
  accounts.set(Username, account);
  return account;
}
const passwords = () => Object.fromEntries([...accounts.values()].map((one) => [one.Username, one.password]));

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', `http://127.0.0.1:${await listening(server)}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});
beforeEach(() => {
  accounts = new Map();
  failing = undefined;
});

describe('an account whose sign-up is confirmed', () => {
  const confirm = async (triggerSource: string) => {
    const { handler } = await import('../../../functions/userPool/confirmedSignUp.ts');
    const event = { triggerSource, userPoolId: 'us-east-1_Pool', userName: 'ada', request: {}, response: {} };
    return { event, answer: await handler(event as unknown as PostConfirmationTriggerEvent) };
  };

  // Threat: A stranger registers the address of another person, and keeps the password
  test('gets a password that nobody knows, another one each time', async () => {
    const account = addAccount('ada', 'CONFIRMED', 1);

    const { event, answer } = await confirm('PostConfirmation_ConfirmSignUp');

    expect(answer).toBe(event);
    const first = account.password;
    expect(first).toMatch(/.{40}/);
    await confirm('PostConfirmation_ConfirmSignUp');
    expect(account.password).not.toBe(first);
  });

  // Threat: A stranger registers the address of another person, and keeps the password
  test.for(['PostConfirmation_ConfirmForgotPassword', 'PostConfirmation_Another'])(
    'keeps its password after %s',
    async (source) => {
      const account = addAccount('ada', 'CONFIRMED', 1);

      const { event, answer } = await confirm(source);

      expect(answer).toBe(event);
      expect(account.password).toBeNull();
    },
  );

  test('makes the trigger fail if Cognito does not take the password, so that the alarm fires', async () => {
    addAccount('ada', 'CONFIRMED', 1);
    failing = 'AdminSetUserPassword';

    await expect(confirm('PostConfirmation_ConfirmSignUp')).rejects.toThrow();
  });
});

describe('accounts that nobody confirmed', () => {
  const run = async (remaining: () => number = () => 200_000) => {
    const { handler } = await import('../../../functions/userPool/endUnconfirmed.ts');
    await handler({ user_pool_id: 'us-east-1_Pool' }, { getRemainingTimeInMillis: remaining });
  };

  // Threat: A stranger registers the address of another person, and keeps the password
  test('end after an hour, on all pages of the list, and no others end', async () => {
    for (const name of ['a', 'b', 'c']) addAccount(name, 'UNCONFIRMED', 61);
    addAccount('young', 'UNCONFIRMED', 59);
    addAccount('confirmed', 'CONFIRMED', 90);
    addAccount('made by an operator', 'FORCE_CHANGE_PASSWORD', 90);
    addAccount('confirmed since', 'UNCONFIRMED', 90).UserStatus = 'CONFIRMED';

    await run();

    expect(passwords()).toEqual({
      a: 'deleted',
      b: 'deleted',
      c: 'deleted',
      young: null,
      confirmed: null,
      'made by an operator': null,
      'confirmed since': null,
    });
  });

  test('are left to the next run if the time is up, or if Cognito fails', async () => {
    for (const name of ['a', 'b']) addAccount(name, 'UNCONFIRMED', 61);
    await run(() => 5_000);
    failing = 'AdminDeleteUser';
    await run();
    expect(passwords()).toEqual({ a: null, b: null });

    failing = undefined;
    await run();

    expect(passwords()).toEqual({ a: 'deleted', b: 'deleted' });
  });
});
