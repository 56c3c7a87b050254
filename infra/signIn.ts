import * as cognito from 'aws-cdk-lib/aws-cognito';
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pages } from '../shared/contract/pages.ts';
import type { EnvironmentName } from '../shared/environment.ts';
import { retentionOfProtected } from './retention.ts';
import type { StageSettings } from './settings.ts';
import { stackNameOf } from './stackName.ts';

interface SignInProps {
  readonly settings: StageSettings;
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
}

type Variables = Record<Extract<EnvironmentName, `oidc${string}`>, string>;

/** The identity provider that people sign in with: the one in the settings, or a Cognito user pool. */
export class SignIn extends Construct {
  /** Variables of functions that talk to the provider. They name the client's secret but do not hold it. */
  readonly variables: Variables;

  constructor(scope: Construct, id: string, { settings, baseUrl }: SignInProps) {
    super(scope, id);
    const { identityProvider } = settings;
    this.variables = identityProvider
      ? {
          oidcIssuer: identityProvider.issuer,
          oidcClientId: identityProvider.clientId,
          oidcClientSecretParameter: identityProvider.clientSecretParameter ?? '',
        }
      : this.#createUserPool(settings, baseUrl);
  }

  #createUserPool(settings: StageSettings, baseUrl: string): Variables {
    const { retainData, staffEmailDomains } = settings;
    const hasStaff = staffEmailDomains.length > 0;
    const pool = new cognito.UserPool(this, 'UserPool', {
      // Readers, to whom a document is shared by their address, prove that it is theirs by a code. To whom the service knows
      // nothing of, an account here opens nothing. Where there is staff, a code by mail would do for them too: operators add people.
      selfSignUpEnabled: !hasStaff,
      // One-time codes are a part of this plan (Amazon Cognito, "User pool feature plans").
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: !hasStaff } },
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      autoVerify: { email: true },
      // A person keeps the old address until the new one is confirmed.
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
      // A pool requires a second factor of everyone or of no one, and its ID tokens do not say who has used one.
      mfa: hasStaff ? cognito.Mfa.REQUIRED : cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      deletionProtection: retainData,
      removalPolicy: retentionOfProtected(settings),
    });
    pool.addDomain('Domain', {
      // No two domains in a region have the same prefix, in any account.
      cognitoDomain: { domainPrefix: `${stackNameOf(settings).toLowerCase()}-${Stack.of(this).account}` },
      // The classic pages know no one-time codes.
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
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
      // The tokens are used once, at the end of signing in; after it the service has a session of its own.
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
      enableTokenRevocation: true,
      readAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
      }),
    });
    // Without this, Cognito's default lets anyone sign in past the hosted pages; the construct has no way to say none.
    (client.node.defaultChild as cognito.CfnUserPoolClient).explicitAuthFlows = [
      'ALLOW_REFRESH_TOKEN_AUTH',
      // Managed login lets people choose between a password and a code by it.
      ...(hasStaff ? [] : ['ALLOW_USER_AUTH']),
    ];
    // Managed login shows its pages to clients only that have a style.
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
}
