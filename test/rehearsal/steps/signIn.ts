import { json } from '../account.ts';
import { Browser } from '../browser.ts';
import type { Rehearsal } from '../rehearsal.ts';

const email = 'grace@example.com';
const password = 'Correct-Horse-42-Battery';

/** Follows infra/README.md, "Signing in", with the stack's own user pool and the pages that Cognito shows for it. */
export async function signIn(rehearsal: Rehearsal): Promise<string> {
  const ofUser = { UserPoolId: await rehearsal.output('UserPoolId'), Username: email };
  await rehearsal.admin('users', 'create', email, '--name', 'Grace Hopper');
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const cognito = (action: string, parameters: object) =>
    json('cognito-idp', `AWSCognitoIdentityProviderService.${action}`, parameters);
  await cognito('AdminCreateUser', { ...ofUser, UserAttributes, MessageAction: 'SUPPRESS' });
  await cognito('AdminSetUserPassword', { ...ofUser, Password: password, Permanent: true });

  const baseUrl = await rehearsal.output('ApiUrl');
  const browser = new Browser();
  const form = await browser.open(`${baseUrl}/login?return_to=%2F`);
  await browser.submit(form, (name) => {
    if (/pass/i.test(name)) return password;
    return /user|email/i.test(name) ? email : undefined;
  });
  const session = browser.cookie(baseUrl, '__Host-session');
  if (session === undefined) throw new Error('There is no session after signing in');

  const documents = () =>
    fetch(`${baseUrl}/v1/documents`, { headers: { Cookie: `__Host-session=${session}` } });
  const before = await documents();
  await browser.open(`${baseUrl}/logout`, { method: 'POST', headers: { Origin: new URL(baseUrl).origin } });
  const after = await documents();
  if (before.status !== 200 || after.status !== 401)
    throw new Error(`With the session it is ${before.status}, after signing out ${after.status}`);
  return "with the stack's own user pool, and out again";
}
