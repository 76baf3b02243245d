import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import type { Construct } from 'constructs'
import type { Settings } from '../settings.ts'
import { addAliasRecords } from './alias-records.ts'

/** Adds the custom domain of the settings, if any, to the API. API Gateway's own URL remains valid. */
export function addApiDomain(scope: Construct, api: RestApi, settings: Settings): void {
  const { apiDomainName: domainName, apiCertificateArn } = settings
  if (!domainName || !apiCertificateArn) return
  const domain = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', apiCertificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
    mapping: api,
  })
  const { domainNameAliasDomainName: targetName } = domain
  const target = new ApiGatewayDomain(domain)
  addAliasRecords(scope, 'ApiDomain', { recordName: domainName, target, targetName, hasIpv6: false }, settings)
}
