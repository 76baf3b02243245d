import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Aws, Fn, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { RateLimitAcl } from '../constructs/rate-limit-acl.ts'
import type { Settings } from '../settings.ts'

/**
 * The header that the distribution adds to requests for the APIs. Their web ACL would count all users of a CloudFront location as
 * one address; the distribution's own web ACL counts them. A caller who guesses the value is not limited by address.
 */
export const FROM_SITE = { header: 'x-from-site', value: Fn.select(2, Fn.split('/', Aws.STACK_ID)) }

/**
 * Attaches the web ACL of the settings, or ours, to REST APIs. It is in the stack that has all of them, so that it can be
 * enabled and disabled without a change of exports.
 */
export class ApiFirewall extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, restApiIds: Readonly<Record<string, string>>) {
    super(scope, id)
    const { apiWebAclArn, webAcl, stage } = settings
    if (!apiWebAclArn && !webAcl) return
    const webAclArn =
      apiWebAclArn ?? new RateLimitAcl(this, 'Acl', { protects: 'REGIONAL', uncounted: FROM_SITE }).attrArn
    const { partition, region } = Stack.of(this)
    for (const [name, restApiId] of Object.entries(restApiIds))
      new CfnWebACLAssociation(this, name, {
        webAclArn,
        resourceArn: `arn:${partition}:apigateway:${region}::/restapis/${restApiId}/stages/${stage}`,
      })
  }
}
