import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as ses from 'aws-cdk-lib/aws-ses';
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pages } from '../../shared/contract/pages.ts';
import type { EnvironmentName } from '../../shared/runtime/environment.ts';
import type { FunctionContext } from '../functions/serviceFunction.ts';
import type { StageSettings } from '../stage/settings.ts';
import { stackNameOf } from '../stage/stackName.ts';
import { identityArnOf } from './mail.ts';
import { guardPool, makePoolGuard, type PoolGuard } from './poolGuard.ts';
import { retentionOfProtected } from './retention.ts';

interface SignInProps extends FunctionContext {
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
}

type Variables = Record<Extract<EnvironmentName, `oidc${string}`>, string>;

/** The identity provider that people sign in with: the one in the settings, or a Cognito user pool. */
export class SignIn extends Construct {
  /** Variables of functions that call the provider. They contain the name of the client's secret, not the secret. */
  readonly variables: Variables;

  /** Null with another identity provider. */
  readonly guard: PoolGuard | null;

  constructor(scope: Construct, id: string, { baseUrl, ...context }: SignInProps) {
    super(scope, id);
    const { settings } = context;
    const { identityProvider } = settings;
    this.guard = identityProvider ? null : makePoolGuard(Stack.of(this), context);
    this.variables = identityProvider
      ? {
          oidcIssuer: identityProvider.issuer,
          oidcClientId: identityProvider.clientId,
          oidcClientSecretParameter: identityProvider.clientSecretParameter ?? '',
        }
      : this.#createUserPool(settings, baseUrl, this.guard);
  }

  #createUserPool(settings: StageSettings, baseUrl: string, guard: PoolGuard | null): Variables {
    const { retainData, selfSignUp, staffEmailDomains } = settings;
    const hasStaff = staffEmailDomains.length > 0;
    const hasSignUp = selfSignUp && !hasStaff;
    const pool = new cognito.UserPool(this, 'UserPool', {
      // Everybody may create an account, because an account alone gives access to nothing. Readers with whom a document was shared prove
      // their e-mail address with a code. On a stage with staff, operators add people, because a mailed code would be enough for staff too.
      selfSignUpEnabled: hasSignUp,
      // One-time codes require this plan (Amazon Cognito, "User pool feature plans").
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: !hasStaff } },
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      autoVerify: { email: true },
      // The old address stays valid until the new one is confirmed.
      keepOriginal: { email: true },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: 14,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      // Staff need a second factor, and the pool's ID tokens do not say whether one was used. So on a stage with staff, the pool requires a
      // second factor. A pool can require it only of all users.
      mfa: hasStaff ? cognito.Mfa.REQUIRED : cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      deletionProtection: retainData,
      removalPolicy: retentionOfProtected(settings),
    });
    pool.addDomain('Domain', {
      // Prefixes are unique in a region over all accounts.
      cognitoDomain: { domainPrefix: `${stackNameOf(settings).toLowerCase()}-${Stack.of(this).account}` },
      // The classic pages do not support one-time codes.
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    if (settings.mailFrom !== null)
      // Cognito's own sender stops at 50 mails a day in an account (Amazon Cognito, "Email settings").
      (pool.node.defaultChild as cognito.CfnUserPool).emailConfiguration = {
        emailSendingAccount: 'DEVELOPER',
        from: settings.mailFrom,
        sourceArn: identityArnOf(this, settings.mailFrom),
        configurationSet: this.#codeConfigurationSet(settings).ref,
      };
    if (guard) guardPool(this, pool, guard, hasSignUp);
    const client = pool.addClient('Client', {
      // The client is public: it proves itself with PKCE, and there is no secret to keep.
      generateSecret: false,
      preventUserExistenceErrors: true,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL],
        callbackUrls: [baseUrl + pages.signInCallback.path],
        logoutUrls: [baseUrl + pages.signedOut.path],
      },
      supportedIdentityProviders: [cognito.UserPoolClientIdentityProvider.COGNITO],
      // The tokens are used once, at the end of the sign-in. Afterwards the service uses its own session.
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
      enableTokenRevocation: true,
      readAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
      }),
    });
    // Cognito's default lets anyone sign in without the hosted pages, and the construct cannot express an empty list.
    (client.node.defaultChild as cognito.CfnUserPoolClient).explicitAuthFlows = [
      'ALLOW_REFRESH_TOKEN_AUTH',
      // Managed login needs this flow to offer a choice between password and code.
      ...(hasStaff ? [] : ['ALLOW_USER_AUTH']),
    ];
    // Managed login shows its pages only for clients with a style.
    new cognito.CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    new CfnOutput(Stack.of(this), 'UserPoolId', {
      value: pool.userPoolId,
      description: 'Where operators add the people who sign in',
    });
    return {
      oidcIssuer: pool.userPoolProviderUrl,
      oidcClientId: client.userPoolClientId,
      oidcClientSecretParameter: '',
    };
  }

  /**
   * The configuration set of codes. Anybody can request a code for any address, so addresses that bounced or complained get none: the
   * account's reputation is that of all mail. Its events are counts without addresses, because the service does not record codes.
   */
  #codeConfigurationSet(settings: StageSettings): ses.CfnConfigurationSet {
    const set = new ses.CfnConfigurationSet(this, 'CodeConfigurationSet', {
      suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    new ses.CfnConfigurationSetEventDestination(this, 'CodeEvents', {
      configurationSetName: set.ref,
      eventDestination: {
        enabled: true,
        matchingEventTypes: ['send', 'delivery', 'bounce', 'complaint', 'reject'],
        // Codes have no such tag, so that all of them count under the default value.
        cloudWatchDestination: {
          dimensionConfigurations: [
            {
              dimensionName: codesDimension,
              dimensionValueSource: 'messageTag',
              defaultDimensionValue: stackNameOf(settings),
            },
          ],
        },
      },
    });
    return set;
  }
}

const codesDimension = 'CodesOfStack';

/** The codes that SES accepted from the pool of a stage in an hour. */
export const codesInHour = (settings: StageSettings): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/SES',
    metricName: 'Send',
    dimensionsMap: { [codesDimension]: stackNameOf(settings) },
    period: Duration.hours(1),
    statistic: 'Sum',
  });
