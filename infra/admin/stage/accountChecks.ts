import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, type GetAccountCommandOutput, SESv2Client } from '@aws-sdk/client-sesv2';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { type Finding, notChecked, ok, problem } from './finding.ts';
import type { Stage } from './stage.ts';

/** The concurrent executions that all workers may use together, and those that must stay for requests (infra/docs/settings.md, "Limits"). */
export const concurrency = { ofWorkers: 303, forRequests: 100 };

/** Says whether the account may run enough functions at once. A new account may run 10. */
export async function concurrencyOf({ account }: Stage): Promise<Finding> {
  if (account === null)
    return notChecked('the local stage runs on this machine, without a limit of AWS Lambda');
  const { AccountLimit } = await new LambdaClient().send(new GetAccountSettingsCommand());
  const { ConcurrentExecutions: most } = AccountLimit ?? {};
  if (most === undefined) return notChecked('AWS Lambda does not say how many functions may run at once');
  const { ofWorkers, forRequests } = concurrency;
  const said = `the account may run ${most} functions at once in this region`;
  if (most >= ofWorkers + forRequests) return ok(said);
  return problem(
    `${said}; under load, the workers use ${ofWorkers} and requests need ${forRequests}, and requests beyond the limit fail`,
    'Ask for 1000: AWS console, Service Quotas, AWS Lambda, "Concurrent executions"',
  );
}

/** Asks SES about the account once, for both checks of mail. */
export function mailAccount(): () => Promise<GetAccountCommandOutput> {
  let answer: Promise<GetAccountCommandOutput> | undefined;
  return () => {
    answer ??= new SESv2Client().send(new GetAccountCommand());
    return answer;
  };
}

type MailAccount = ReturnType<typeof mailAccount>;

const localMail = notChecked('the local stage has an inbox of its own, without the limits of SES');
const mailNotSaid = notChecked('the stack does not say whether it sends mail: deploy this release first');

/** Says whether SES sends mail of the account to everybody. */
export async function mailOf({ account }: Stage, read: MailAccount): Promise<Finding> {
  if (account === null) return localMail;
  if (account.mailFrom === undefined) return mailNotSaid;
  if (account.mailFrom === null)
    return ok('the stage mails nothing, because it has no mailFrom; people pass on links themselves');
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await read();
  if (ProductionAccessEnabled !== true)
    return problem(
      'SES is in its sandbox in this region, and refuses mail to every address that is not verified',
      'Ask for production access: AWS console, Amazon SES, Account dashboard, "Request production access". It takes about a day',
    );
  if (SendingEnabled !== true || EnforcementStatus === 'SHUTDOWN')
    return problem(
      'SES has stopped all mail of the account in this region',
      'Read its reason in the AWS console, Amazon SES, Account dashboard, and answer the case of AWS Support',
    );
  if (EnforcementStatus === 'PROBATION')
    return problem(
      'SES reviews the account, because too much of its mail bounced or was reported',
      'Read the sections MailBounces and MailComplaints of infra/RUNBOOK.md',
    );
  return ok(`SES sends the mail of ${account.mailFrom} to every address`);
}

/** Amazon Cognito's own sender stops at so many mails a day in an account (Amazon Cognito, "Quotas"). */
const mailsOfCognito = 50;
/** A first day of some hundred people, each of whom gets an invitation and a code. */
const fewestMailsLeft = 500;

/**
 * Says how many codes to sign in can be mailed in a day. Codes and other mails of the account share a quota. A stage with service staff mails
 * no codes, but passwords.
 */
export async function codesOf({ account, staffEmailDomains }: Stage, read: MailAccount): Promise<Finding> {
  if (account === null) return localMail;
  if (!account.hasUserPool) return notChecked('people sign in at your own provider, and AWS mails no codes');
  if (account.mailFrom === undefined) return mailNotSaid;
  const mailed = staffEmailDomains.length > 0 ? 'passwords and resets of passwords' : 'codes';
  if (account.mailFrom === null)
    return problem(
      `the user pool mails at most ${mailsOfCognito} ${mailed} a day for the whole account, because the stage has no mailFrom`,
      'Set mailFrom (infra/docs/mail.md) before more people sign in',
    );
  const { Max24HourSend: most, SentLast24Hours: sent } = (await read()).SendQuota ?? {};
  if (most === undefined || sent === undefined) return notChecked('SES does not say its quota of mails');
  // Amazon SES, "SendQuota": -1 means no limit.
  if (most === -1) return ok(`no limit of mails; ${sent} in the last 24 hours`);
  const said = `SES sends ${most} mails in 24 hours for the account, ${mailed} included; ${sent} are used`;
  if (most - sent >= fewestMailsLeft) return ok(said);
  return problem(
    said,
    'Ask for more before many people sign in: AWS console, Service Quotas, Amazon SES, "Sending quota"',
  );
}

/** Says whether somebody is told of alarms. AWS tells nobody before the receiver has confirmed. */
export async function subscribersOf({ account }: Stage): Promise<Finding> {
  if (account === null) return notChecked('the local stage tells nobody of alarms');
  const found = await Promise.all(
    Object.entries(account.topics).map(async ([severity, topic]) => ({
      severity,
      ...(topic === undefined ? { confirmed: [], pending: [] } : await subscribersOfTopic(topic)),
    })),
  );
  const pending = found.flatMap(({ severity, pending: all }) =>
    all.map((endpoint) => `${endpoint} (${severity})`),
  );
  if (pending.length > 0)
    return problem(
      `not confirmed: ${pending.join(', ')}`,
      'Follow the link in each mail "AWS Notification - Subscription Confirmation"; look for it in the spam folder. After three days it ' +
        'is void: subscribe the address again (infra/docs/monitoring.md, "On call")',
    );
  const without = found.flatMap(({ severity, confirmed }) => (confirmed.length === 0 ? [severity] : []));
  if (without.length > 0)
    return problem(
      `nobody is told of alarms of severity ${without.join(' and ')}`,
      'Set alarmEmail and deploy, or subscribe an on-call tool (infra/docs/monitoring.md, "On call")',
    );
  return ok(found.map(({ severity, confirmed }) => `${severity}: ${confirmed.length} confirmed`).join(', '));
}

/** Returns the receivers of a topic. SNS writes this text in place of the ARN of a subscription that nobody has confirmed yet. */
async function subscribersOfTopic(TopicArn: string) {
  const confirmed: string[] = [];
  const pending: string[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client: new SNSClient() },
    { TopicArn },
  ))
    for (const { SubscriptionArn, Endpoint = '' } of Subscriptions)
      if (SubscriptionArn === 'PendingConfirmation') pending.push(Endpoint);
      else if (SubscriptionArn?.startsWith('arn:')) confirmed.push(Endpoint);
  return { confirmed, pending };
}
