import { describe, expect, test } from 'vitest';
import { readSettings } from '../../infra/stage/settings.ts';
import { SettingsError } from '../../infra/stage/settingsError.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { synthesizeStage } from './synthesized.ts';

const name = 'docs.example.com';
const certificateArn = 'arn:aws:acm:eu-west-1:111111111111:certificate/12345678-1234-1234-1234-123456789012';
const hostedZoneId = 'Z0123456789ABCDEFGHIJ';

const settingsWith = (given: Record<string, unknown>) =>
  readSettings({ stage: 'test', domainName: name, ...given });

describe('a domain in the settings', () => {
  const zone = synthesizeStage(settingsWith({ hostedZoneId }));
  const certified = synthesizeStage(settingsWith({ certificateArn, closeExecuteApi: true }));
  const stages = { zone, certified };

  test.for(Object.entries(stages))('leads to the API with at least TLS 1.2: %s', ([, stage]) => {
    const [[domain] = []] = stage.of('AWS::ApiGateway::DomainName');
    const [[api] = []] = stage.of('AWS::ApiGateway::RestApi');
    const [[apiStage] = []] = stage.of('AWS::ApiGateway::Stage');

    expect(stage.only('AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: name,
      SecurityPolicy: 'TLS_1_2',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    expect(stage.only('AWS::ApiGateway::BasePathMapping')).toEqual({
      DomainName: { Ref: domain },
      RestApiId: { Ref: api },
      Stage: { Ref: apiStage },
    });
  });

  test('has a certificate that is validated in the hosted zone, and a DNS record', () => {
    const [[domain] = []] = zone.of('AWS::ApiGateway::DomainName');
    const [[certificate] = []] = zone.of('AWS::CertificateManager::Certificate');

    expect(zone.only('AWS::CertificateManager::Certificate')).toMatchObject({
      DomainName: name,
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: name, HostedZoneId: hostedZoneId }],
    });
    expect(zone.only('AWS::ApiGateway::DomainName')).toMatchObject({
      RegionalCertificateArn: { Ref: certificate },
    });
    expect(zone.only('AWS::Route53::RecordSet')).toEqual({
      HostedZoneId: hostedZoneId,
      Name: name,
      Type: 'A',
      AliasTarget: {
        DNSName: { 'Fn::GetAtt': [domain, 'RegionalDomainName'] },
        HostedZoneId: { 'Fn::GetAtt': [domain, 'RegionalHostedZoneId'] },
      },
    });
    expect(zone.outputs).not.toHaveProperty('DomainRecord');
  });

  test('has the given certificate; without a hosted zone, an output has the DNS record to create', () => {
    const [[domain] = []] = certified.of('AWS::ApiGateway::DomainName');

    expect(certified.only('AWS::ApiGateway::DomainName')).toMatchObject({
      RegionalCertificateArn: certificateArn,
    });
    expect(certified.of('AWS::CertificateManager::Certificate').size).toBe(0);
    expect(certified.of('AWS::Route53::RecordSet').size).toBe(0);
    expect(certified.outputs.DomainRecord?.Value).toEqual({
      'Fn::Join': ['', [`${name} CNAME `, { 'Fn::GetAtt': [domain, 'RegionalDomainName'] }]],
    });
  });

  test('is the address in links, sign-in and outputs', () => {
    const addresses = [...zone.variables.values()].map((given) => given[environmentNames.serviceBaseUrl]);

    expect(new Set(addresses)).toEqual(new Set([`https://${name}`, undefined]));
    expect(zone.only('AWS::Cognito::UserPoolClient')).toMatchObject({
      CallbackURLs: [`https://${name}/login/callback`],
      LogoutURLs: [`https://${name}/logout`],
    });
    expect(zone.outputs.ApiUrl?.Value).toBe(`https://${name}`);
    expect(JSON.stringify(zone.outputs)).not.toContain('execute-api');
  });

  // Threat: Clients bypass the custom domain
  test('is the only address for clients with closeExecuteApi', () => {
    expect(certified.only('AWS::ApiGateway::RestApi')).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(zone.only('AWS::ApiGateway::RestApi')).toMatchObject({ DisableExecuteApiEndpoint: false });
  });

  test.for([
    [{}, 'domainName needs a certificateArn, or a hostedZoneId in which the stack can prove the domain'],
    [
      { domainName: `${'a'.repeat(61)}.com`, hostedZoneId: 'Z1' },
      'domainName must have at most 64 characters, unless certificateArn is given',
    ],
    [{ domainName: null, certificateArn }, 'domainName is missing: certificateArn and hostedZoneId need it'],
    [{ domainName: null, hostedZoneId }, 'domainName is missing: certificateArn and hostedZoneId need it'],
  ] as const)(
    'is refused without a certificate, and a certificate without a name: %j',
    ([given, message]) => {
      expect(() => settingsWith(given)).toThrow(new SettingsError(message));
    },
  );
});
