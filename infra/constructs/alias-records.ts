import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CfnOutput } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { Settings } from '../settings.ts'

export interface DomainTarget {
  /** The custom domain. */
  readonly recordName: string
  readonly target: IAliasRecordTarget
  /** The AWS domain name of the target. */
  readonly targetName: string
  /** Whether the target has IPv6 addresses. */
  readonly hasIpv6: boolean
}

/**
 * Creates the DNS records of a domain in the hosted zone of the settings. Without a hosted zone, the output `<id>Target` is the name
 * that the domain must be an alias of.
 */
export function addAliasRecords(scope: Construct, id: string, domain: DomainTarget, settings: Settings): void {
  const { recordName, targetName, hasIpv6 } = domain
  const { hostedZoneId, hostedZoneName: zoneName } = settings
  if (!hostedZoneId || !zoneName) {
    new CfnOutput(scope, `${id}Target`, {
      description: `The name that ${recordName} must be a CNAME or an alias of`,
      value: targetName,
    })
    return
  }
  const zone = HostedZone.fromHostedZoneAttributes(scope, `${id}Zone`, { hostedZoneId, zoneName })
  const target = RecordTarget.fromAlias(domain.target)
  new ARecord(scope, `${id}Record`, { zone, recordName, target })
  if (hasIpv6) new AaaaRecord(scope, `${id}RecordIpv6`, { zone, recordName, target })
}
