import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readSettings } from '../../infra/stage/settings.ts';
import { environmentNames as names } from '../../shared/runtime/environment.ts';
import { functionOf, largest, provided, type Synthesized, specs, synthesizeStage } from './synthesized.ts';

const { identityProvider } = provided;
const withPool = synthesizeStage();
const withProvider = synthesizeStage(provided);

const cognitoTypes = (stage: Synthesized): string[] =>
  [...stage.resources.values()].map(({ Type }) => Type).filter((type) => type.startsWith('AWS::Cognito'));

const webAcl = z.object({
  DefaultAction: z.unknown(),
  Rules: z.array(z.looseObject({ Name: z.string(), Statement: z.unknown() })),
});

interface Statement {
  readonly ByteMatchStatement?: {
    readonly FieldToMatch: { readonly UriPath?: object; readonly SingleHeader?: { readonly Name: string } };
    readonly PositionalConstraint: 'EXACTLY' | 'STARTS_WITH' | 'CONTAINS';
    readonly SearchString: string;
  };
  readonly NotStatement?: { readonly Statement: Statement };
  readonly OrStatement?: { readonly Statements: Statement[] };
  readonly AndStatement?: { readonly Statements: Statement[] };
  readonly RateBasedStatement?: { readonly ScopeDownStatement: Statement };
}

/** Evaluates a statement of AWS WAF for a request, without its rate. */
function holds(statement: unknown, path: string, target: string): boolean {
  const {
    ByteMatchStatement: match,
    NotStatement: not,
    OrStatement: or,
    AndStatement: and,
    RateBasedStatement: rate,
  } = statement as Statement;
  if (not) return !holds(not.Statement, path, target);
  if (or) return or.Statements.some((one) => holds(one, path, target));
  if (and) return and.Statements.every((one) => holds(one, path, target));
  if (rate) return holds(rate.ScopeDownStatement, path, target);
  if (!match) throw new Error(`an unknown statement: ${JSON.stringify(statement)}`);
  const value = match.FieldToMatch.UriPath ? path : target;
  const is = {
    EXACTLY: value === match.SearchString,
    STARTS_WITH: value.startsWith(match.SearchString),
    CONTAINS: value.includes(match.SearchString),
  };
  return is[match.PositionalConstraint];
}

describe('a stage without an identity provider in its settings', () => {
  test('has a user pool in which people prove an address with a code', () => {
    expect(withPool.only('AWS::Cognito::UserPool')).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UserPoolTier: 'ESSENTIALS',
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      Policies: {
        SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
        PasswordPolicy: { MinimumLength: 14, RequireNumbers: true, RequireSymbols: true },
      },
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      UsernameConfiguration: { CaseSensitive: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  // Threat: Service staff sign in with a password alone
  test('requires a second factor from everyone if there is staff, and only operators add people, without codes', () => {
    const stage = synthesizeStage({ staffEmailDomains: ['example.com'] });

    expect(stage.only('AWS::Cognito::UserPool')).toMatchObject({
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD'] } },
    });
    expect(stage.only('AWS::Cognito::UserPoolClient')).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    });
  });

  test.for([{ selfSignUp: false }, { staffEmailDomains: ['example.com'] }])(
    'lets nobody sign up, and ends no accounts, with %j',
    (settings) => {
      const stage = synthesizeStage(settings);

      expect(stage.only('AWS::Cognito::UserPool')).toMatchObject({
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      });
      expect(JSON.stringify([...stage.of('AWS::Events::Rule').values()])).not.toContain('user_pool_id');
    },
  );

  test('calls a function after a confirmation, and may call no other', () => {
    const [pool] = withPool.of('AWS::Cognito::UserPool').keys();
    const permissions = [...withPool.of('AWS::Lambda::Permission').values()].filter(
      ({ Principal }) => Principal === 'cognito-idp.amazonaws.com',
    );

    expect(withPool.only('AWS::Cognito::UserPool')?.LambdaConfig).toEqual({
      PostConfirmation: permissions[0]?.FunctionName,
    });
    expect(permissions).toMatchObject([{ SourceArn: { 'Fn::GetAtt': [pool, 'Arn'] } }]);
  });

  // Threat: A stranger registers the address of another person, and keeps the password
  test('grants each of its functions its actions on the pool, and nothing else', () => {
    const [pool] = withPool.of('AWS::Cognito::UserPool').keys();
    const granted = [...withPool.of('AWS::IAM::Policy').values()].map(({ PolicyDocument }) => PolicyDocument);
    const on = (...actions: string[]) => ({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: actions.length > 1 ? actions : actions[0],
          Resource: { 'Fn::GetAtt': [pool, 'Arn'] },
        },
      ],
    });

    expect(granted).toEqual([
      on('cognito-idp:AdminSetUserPassword'),
      on('cognito-idp:AdminDeleteUser', 'cognito-idp:AdminGetUser', 'cognito-idp:ListUsers'),
    ]);
  });

  // Threat: Somebody mails codes to strangers
  test('has a firewall: a rate for each address, and a CAPTCHA on pages only', () => {
    const [pool] = withPool.of('AWS::Cognito::UserPool').keys();
    const [acl] = withPool.of('AWS::WAFv2::WebACL').keys();

    expect(withPool.only('AWS::WAFv2::WebACLAssociation')).toEqual({
      ResourceArn: { 'Fn::GetAtt': [pool, 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [acl, 'Arn'] },
    });
    const { Rules, DefaultAction } = z.parse(webAcl, withPool.only('AWS::WAFv2::WebACL'));
    expect(DefaultAction).toEqual({ Allow: {} });
    /** The actions of all rules whose statement holds for a request. For a rate, whether the request counts. */
    const actionsFor = (path: string, target = '') =>
      Rules.filter(({ Statement }) => holds(Statement, path, target)).map(({ Name }) => Name);
    const codes = 'AWSCognitoIdentityProviderService.SignUp';
    const ofOperator = 'AWSCognitoIdentityProviderService.AdminDeleteUser';
    expect(actionsFor('/', codes)).toEqual(['api-calls-by-address']);
    expect(actionsFor('/', ofOperator)).toEqual([]);
    for (const path of ['/login', '/signup', '/forgotPassword', '/confirmUser', '/resendcode', '/any'])
      for (const target of ['', codes, ofOperator])
        expect(actionsFor(path, target)).toEqual(['pages-by-address', 'captcha-on-pages']);
    expect(actionsFor('/mfa/register')).toEqual(['pages-by-address']);
    for (const path of ['/oauth2/token', '/us-east-1_Pool/.well-known/jwks.json'])
      expect(actionsFor(path)).toEqual([]);
  });

  // Threat: Somebody mails codes to strangers
  test('sends no codes to addresses that bounced or complained, and counts codes', () => {
    const stage = synthesizeStage(largest);
    const sets = [...stage.of('AWS::SES::ConfigurationSet')];
    const [id] =
      sets.find(([, { SuppressionOptions }]) => JSON.stringify(SuppressionOptions).includes('BOUNCE')) ?? [];

    expect(stage.of('AWS::SES::ConfigurationSet').get(id ?? '')).toEqual({
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    expect(stage.only('AWS::Cognito::UserPool')).toMatchObject({
      EmailConfiguration: { ConfigurationSet: { Ref: id } },
    });
    expect([...stage.of('AWS::SES::ConfigurationSetEventDestination').values()]).toContainEqual(
      expect.objectContaining({ ConfigurationSetName: { Ref: id } }),
    );
  });

  test('is a public client of the pool, for the code flow and its own addresses only', () => {
    const ownUrl = (path: string) => ({
      'Fn::Join': ['', expect.arrayContaining([`.execute-api.`, `/test${path}`])],
    });

    expect(withPool.only('AWS::Cognito::UserPoolClient')).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_AUTH'],
      ReadAttributes: ['email', 'email_verified'],
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email'],
      PreventUserExistenceErrors: 'ENABLED',
      SupportedIdentityProviders: ['COGNITO'],
      CallbackURLs: [ownUrl('/login/callback')],
      LogoutURLs: [ownUrl('/logout')],
    });
  });

  test('retains the people together with the data', () => {
    const retaining = synthesizeStage(largest);
    const policyOf = (stage: Synthesized) =>
      [...stage.resources.values()].find(({ Type }) => Type === 'AWS::Cognito::UserPool')?.DeletionPolicy;

    expect(retaining.only('AWS::Cognito::UserPool')).toMatchObject({ DeletionProtection: 'ACTIVE' });
    expect(policyOf(retaining)).toBe('Retain');
    expect(withPool.only('AWS::Cognito::UserPool')).toMatchObject({ DeletionProtection: 'INACTIVE' });
    expect(policyOf(withPool)).toBe('Delete');
  });

  test('gives the functions of the sign-in the pool, and no secret', () => {
    const [pool] = withPool.of('AWS::Cognito::UserPool').keys();
    const [client] = withPool.of('AWS::Cognito::UserPoolClient').keys();

    expect(withPool.variables.get('signInCallback')).toMatchObject({
      [names.oidcIssuer]: { 'Fn::GetAtt': [pool, 'ProviderURL'] },
      [names.oidcClientId]: { Ref: client },
      [names.oidcClientSecretParameter]: '',
    });
    expect(JSON.stringify([...withPool.of('AWS::IAM::Role').values()])).not.toContain('ssm:');
  });
});

describe('a stage with an identity provider in its settings', () => {
  test('has no user pool', () => {
    expect(cognitoTypes(withProvider)).toEqual([]);
    expect(cognitoTypes(withPool)).toHaveLength(4);
  });

  test("gives only the functions of the sign-in the provider and the name of the secret's parameter", () => {
    const expected = {
      [names.oidcIssuer]: identityProvider.issuer,
      [names.oidcClientId]: identityProvider.clientId,
      [names.oidcClientSecretParameter]: identityProvider.clientSecretParameter,
    };

    for (const [name, spec] of specs) {
      const configured = Object.entries(withProvider.variables.get(name) ?? {}).filter(
        ([key]) => key in expected,
      );
      expect(Object.fromEntries(configured), name).toEqual(spec.identityProvider ? expected : {});
    }
  });

  test('allows only the callback to read this parameter', () => {
    const reading = [...withProvider.of('AWS::IAM::Role')].filter(([, properties]) =>
      JSON.stringify(properties).includes('ssm:'),
    );

    expect(reading.map(([id]) => functionOf(withProvider.resources.get(id)))).toEqual(['signInCallback']);
    expect(JSON.stringify(reading)).toContain('"Action":"ssm:GetParameter"');
    expect(JSON.stringify(reading)).toContain(':parameter/documents/oidc-secret"');
  });
});

const settingsFrom = (context: Record<string, unknown>) => readSettings(context).identityProvider;
const context = {
  oidcIssuer: 'https://accounts.example.com/',
  oidcClientId: 'documents',
  oidcClientSecretParameter: '/documents/oidc-secret',
};

test('the settings can name a provider with a secret, one without, or none', () => {
  expect(settingsFrom({})).toBeNull();
  for (const name of ['oidcIssuer', 'oidcClientId'])
    expect(() => settingsFrom({ ...context, [name]: undefined })).toThrow(name);
  expect(settingsFrom(context)).toEqual({
    issuer: 'https://accounts.example.com/',
    clientId: 'documents',
    clientSecretParameter: '/documents/oidc-secret',
  });
  expect(settingsFrom({ ...context, oidcClientSecretParameter: undefined })).toMatchObject({
    clientSecretParameter: null,
  });
  expect(settingsFrom({ ...context, oidcIssuer: 'http://127.0.0.1:8080' })).toMatchObject({
    issuer: 'http://127.0.0.1:8080',
  });
});
