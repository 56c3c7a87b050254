import { readFileSync } from 'node:fs';
import { hostedTypes, ignoredTypes } from 'assembly-host/template/resourceTypes';
import { describe, expect, test } from 'vitest';
import { concurrency } from '../../infra/admin/stage/accountChecks.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { largest, type Synthesized, synthesizeStage } from './synthesized.ts';

const identityProvider = {
  issuer: 'https://login.example.com',
  clientId: 'documents',
  clientSecretParameter: null,
};
const plain = synthesizeStage();
const guarded = synthesizeStage(largest);

/** With limits of requests, and behind a CDN. */
const secretSha256 = ['a'.repeat(64), 'b'.repeat(64)];
const limited = synthesizeStage({
  identityProvider,
  wafRequestsPerFiveMinutes: 20_000,
  trustedFront: { header: 'X-Front', secretSha256, viewerAddressHeader: 'CF-Connecting-IP' },
});

/** The reserved concurrency by function. */
const reservedIn = (stage: Synthesized) =>
  Object.fromEntries(
    [...stage.functions].flatMap(([name, { ReservedConcurrentExecutions: kept }]) =>
      kept === undefined ? [] : [[name, kept]],
    ),
  );

describe('AWS WAF', () => {
  test('protects only sign-in pages by default', () => {
    expect(plain.of('AWS::WAFv2::WebACL').size).toBe(1);
  });

  // Threat: A flood of requests without credentials
  test('blocks addresses that send too much, and nothing else', () => {
    expect(limited.only('AWS::WAFv2::WebACL')).toMatchObject({
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      Rules: [
        {
          Action: { Block: {} },
          Statement: {
            RateBasedStatement: {
              Limit: 20_000,
              AggregateKeyType: 'IP',
              EvaluationWindowSec: 300,
            },
          },
          VisibilityConfig: { SampledRequestsEnabled: false },
        },
      ],
    });
  });

  test('protects the stage of the API', () => {
    const [acl] = limited.of('AWS::WAFv2::WebACL').keys();
    const [stage] = limited.of('AWS::ApiGateway::Stage').keys();
    const association = limited.only('AWS::WAFv2::WebACLAssociation');

    expect(association?.WebACLArn).toEqual({ 'Fn::GetAtt': [acl, 'Arn'] });
    expect(JSON.stringify(association?.ResourceArn)).toMatch(
      new RegExp(`:apigateway:.*/restapis/.*/stages/.*"Ref":"${stage}"`),
    );
  });

  test('uses only resource types that the local host knows', () => {
    const known: readonly string[] = [...hostedTypes, ...ignoredTypes];

    for (const { Type } of guarded.resources.values()) expect(known).toContain(Type);
  });
});

// Threat: A flood of requests without credentials
test('workers reserve the concurrency of their queues with the setting only', () => {
  expect(reservedIn(plain)).toEqual({});
  expect(reservedIn(guarded)).toEqual({
    processVersion: 14,
    fanOutEvent: 10,
    deliverWebhook: 250,
    removeDeleted: 2,
    keepText: 6,
    indexDocument: 2,
    prepareCopy: 10,
    sendMail: 2,
    recordAccessRequest: 2,
    recordMailEvent: 2,
    sweepDue: 1,
    countUsage: 1,
    sealActivity: 1,
  });
});

test('the page about infra has the sum of the reserved concurrency, and what the account needs', () => {
  const page = readFileSync(new URL('../../infra/docs/settings.md', import.meta.url), 'utf8').replace(
    /\s+/g,
    ' ',
  );
  const sum = Object.values(reservedIn(guarded)).reduce<number>((total, kept) => total + Number(kept), 0);

  expect(page).toContain(
    `\`reservedWorkerConcurrency\` reserves ${sum} of the account's concurrent executions`,
  );
  expect(page).toContain(`so you need at least ${sum + 100}.`);
  // The operators' doctor compares the account with the same numbers.
  expect(concurrency).toEqual({ ofWorkers: sum, forRequests: 100 });
});

test('only the authorizer gets the settings of a trusted CDN', () => {
  const configured = [...limited.functions].filter(([, properties]) =>
    JSON.stringify(properties).includes('X-Front'),
  );
  const Variables = {
    [environmentNames.trustedFrontHeader]: 'X-Front',
    [environmentNames.trustedFrontSecretSha256]: secretSha256.join(','),
    [environmentNames.viewerAddressHeader]: 'CF-Connecting-IP',
  };
  expect(configured).toMatchObject([['authorizer', { Environment: { Variables } }]]);
});
