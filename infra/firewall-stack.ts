import { CfnOutput, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { RateLimitAcl } from './constructs/rate-limit-acl.ts'

/** The web ACL of the distribution. CloudFront accepts web ACLs of us-east-1 only, whatever the region of the other stacks. */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Messaging service: the web ACL of the dashboard and of what it serves',
      env: { region: 'us-east-1' },
    })
    const { attrArn } = new RateLimitAcl(this, 'Site', { protects: 'CLOUDFRONT' })
    new CfnOutput(this, 'SiteWebAclArn', { description: 'The value of siteWebAclArn', value: attrArn })
  }
}
