import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountRequests, deployedOperator } from './awsControlPlane.ts';

const { aws, rows } = await deployedOperator();
const urgent = 'arn:aws:sns:us-east-1:123456789012:urgent';
const ticket = 'arn:aws:sns:us-east-1:123456789012:ticket';

beforeEach(() => {
  // The stage has an SES of its own, which has no account.
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', process.env.AWS_ENDPOINT_URL_SNS ?? '');
  Object.assign(aws.stackOutputs, {
    PageTopicArn: urgent,
    TicketTopicArn: ticket,
    MailFrom: 'documents@example.com',
    UserPoolId: 'us-east-1_pool',
    StaffEmailDomains: 'none',
  });
  aws.account[accountRequests.lambda] = { AccountLimit: { ConcurrentExecutions: 1000 } };
  aws.account[accountRequests.ses] = healthy;
  aws.topics[urgent] = [[`${urgent}:one`, 'night@example.com']];
  aws.topics[ticket] = [[`${ticket}:one`, 'ops@example.com']];
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const quota = { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 120 };
const healthy = {
  ProductionAccessEnabled: true,
  SendingEnabled: true,
  EnforcementStatus: 'HEALTHY',
  SendQuota: quota,
};

const finding = async (check: string) => (await rows('doctor')).find((row) => row.check === check);

test('an account that is ready has no problem', async () => {
  const names = ['subscribers', 'concurrency', 'mail', 'codes'];

  expect((await rows('doctor')).filter(({ check }) => names.includes(String(check)))).toEqual([
    { check: 'subscribers', state: 'ok', detail: 'urgent: 1 confirmed, ticket: 1 confirmed' },
    {
      check: 'concurrency',
      state: 'ok',
      detail: 'the account may run 1000 functions at once in this region',
    },
    { check: 'mail', state: 'ok', detail: 'SES sends the mail of documents@example.com to every address' },
    {
      check: 'codes',
      state: 'ok',
      detail: 'SES sends 50000 mails in 24 hours for the account, codes included; 120 are used',
    },
  ]);
});

test.for([
  [402, 'problem', 'the workers use 303 and requests need 100'],
  [403, 'ok', '403 functions at once'],
] as const)('an account that may run %d functions at once: %s', async ([most, state, detail]) => {
  aws.account[accountRequests.lambda] = { AccountLimit: { ConcurrentExecutions: most } };

  expect(await finding('concurrency')).toMatchObject({ state, detail: expect.stringContaining(detail) });
});

test.for([
  [{ ProductionAccessEnabled: false }, 'problem', 'Request production access'],
  [{ EnforcementStatus: 'SHUTDOWN' }, 'problem', 'SES has stopped all mail'],
  [{ EnforcementStatus: 'PROBATION' }, 'problem', 'MailBounces and MailComplaints'],
] as const)('SES with %j: %s', async ([account, state, detail]) => {
  aws.account[accountRequests.ses] = { ...healthy, ...account };

  expect(await finding('mail')).toMatchObject({ state, detail: expect.stringContaining(detail) });
});

test.for([
  [{ Max24HourSend: 50_000, SentLast24Hours: 49_501 }, 'problem', '49501 are used. Ask for more'],
  [{ Max24HourSend: 200, SentLast24Hours: 0 }, 'problem', '"Sending quota"'],
  [{ Max24HourSend: 500, SentLast24Hours: 0 }, 'ok', '500 mails'],
  [{ Max24HourSend: -1, SentLast24Hours: 7 }, 'ok', 'no limit of mails; 7'],
] as const)('codes with the quota %j: %s', async ([SendQuota, state, detail]) => {
  aws.account[accountRequests.ses] = { ...healthy, SendQuota };

  expect(await finding('codes')).toMatchObject({ state, detail: expect.stringContaining(detail) });
});

test('names the addresses that have not confirmed, by severity', async () => {
  aws.topics[urgent] = [['PendingConfirmation', 'ops@example.com']];

  expect(await finding('subscribers')).toMatchObject({
    state: 'problem',
    detail: expect.stringMatching(
      /^not confirmed: ops@example\.com \(urgent\)\. Follow the link in each mail/,
    ),
  });
});
