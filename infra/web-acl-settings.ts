import * as v from 'valibot'

const webAclArn = (scope: string, place: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(
        new RegExp(`^arn:aws[\\w-]*:wafv2:${scope}/webacl/[\\w-]+/[\\w-]+$`),
        `expected the ARN of a web ACL of AWS WAF, ${place}`,
      ),
    ),
  )

/** Existing web ACLs. A deployment without them removes an ACL that was attached by hand. */
export const webAclSettings = {
  /** The web ACL of the distribution. */
  siteWebAclArn: webAclArn('us-east-1:\\d{12}:global', 'in us-east-1 with the scope CLOUDFRONT'),
  /** The web ACL of both REST APIs. @default ours with `webAcl`, otherwise none */
  apiWebAclArn: webAclArn('[a-z0-9-]+:\\d{12}:regional', 'in the region of the deployment with the scope REGIONAL'),
}
