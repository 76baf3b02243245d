import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CfnOutput } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { Settings } from '../settings.ts'

export interface DomainTarget {
  /** The domain of one's own. */
  readonly recordName: string
  readonly target: IAliasRecordTarget
  /** The name that AWS gave to the target. */
  readonly targetName: string
  /** Whether the target has addresses of IPv6. */
  readonly hasIpv6: boolean
}

/**
 * Makes the records of a domain in the hosted zone of the settings. Without a hosted zone, the name that the domain must be an alias
 * of is the output `<id>Target`.
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
