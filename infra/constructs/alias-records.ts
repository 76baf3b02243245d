import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CfnOutput } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { Settings } from '../settings.ts'

interface DomainTarget {
  /** The custom domain. */
  readonly recordName: string
  readonly target: IAliasRecordTarget
  /** The AWS domain name of the target. */
  readonly targetName: string
  readonly hasIpv6: boolean
}

/** Creates the domain's DNS records in the hosted zone. Without one, the output `<id>Target` is its alias target. */
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
