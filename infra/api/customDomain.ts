import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { DomainSettings } from '../stage/settings.ts';

interface CustomDomainProps {
  readonly domain: DomainSettings;
  readonly restApi: apigateway.RestApi;
}

/** The operator's own domain for the API, with its certificate. If the settings name a hosted zone, the DNS records are created too. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, restApi }: CustomDomainProps) {
    super(scope, id);
    const { name, hostedZoneId } = domain;
    const domainName = new apigateway.DomainName(this, 'Name', {
      domainName: name,
      certificate: this.#certificateOf(domain),
      endpointType: apigateway.EndpointType.REGIONAL,
      securityPolicy: apigateway.SecurityPolicy.TLS_1_2,
    });
    new apigateway.BasePathMapping(this, 'Mapping', { domainName, restApi, stage: restApi.deploymentStage });
    if (hostedZoneId !== null)
      new route53.CfnRecordSet(this, 'Record', {
        hostedZoneId,
        name,
        type: 'A',
        aliasTarget: {
          dnsName: domainName.domainNameAliasDomainName,
          hostedZoneId: domainName.domainNameAliasHostedZoneId,
        },
      });
    else
      new CfnOutput(Stack.of(this), 'DomainRecord', {
        value: `${name} CNAME ${domainName.domainNameAliasDomainName}`,
        description:
          'The record to make in your DNS. At the top of a zone, make an alias record (ALIAS, ANAME) instead',
      });
  }

  #certificateOf({ name, certificateArn, hostedZoneId }: DomainSettings): acm.ICertificate {
    if (certificateArn !== null) return acm.Certificate.fromCertificateArn(this, 'Given', certificateArn);
    if (hostedZoneId === null) throw new Error('A domain needs a certificate or a hosted zone');
    const zone = route53.HostedZone.fromHostedZoneId(this, 'Zone', hostedZoneId);
    return new acm.Certificate(this, 'Certificate', {
      domainName: name,
      validation: acm.CertificateValidation.fromDns(zone),
    });
  }
}
