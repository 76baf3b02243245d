import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

/** Requests of an address in five minutes: a quarter of what the smallest limit of a public route allows. */
const REQUESTS_PER_ADDRESS = 10_000
const WINDOW_SECONDS = 300

interface RateLimitAclProps {
  /** Of a distribution (in us-east-1), or of REST APIs. */
  readonly protects: 'CLOUDFRONT' | 'REGIONAL'
  /** A header with which requests are not counted. */
  readonly uncounted?: { readonly header: string; readonly value: string }
}

/** A web ACL with one rule: it refuses an address that sends too many requests. */
export class RateLimitAcl extends CfnWebACL {
  constructor(scope: Construct, id: string, { protects, uncounted }: RateLimitAclProps) {
    const visibilityConfig = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      sampledRequestsEnabled: false,
    })
    super(scope, id, {
      scope: protects,
      defaultAction: { allow: {} },
      visibilityConfig: visibilityConfig(id),
      customResponseBodies: {
        limited: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({ error: 'Rate limit exceeded', retry_after: WINDOW_SECONDS }),
        },
      },
      rules: [
        {
          name: 'AddressRate',
          priority: 0,
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: 'limited',
                responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }],
              },
            },
          },
          visibilityConfig: visibilityConfig('AddressRate'),
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: REQUESTS_PER_ADDRESS,
              evaluationWindowSec: WINDOW_SECONDS,
              ...(uncounted && {
                scopeDownStatement: {
                  notStatement: {
                    statement: {
                      byteMatchStatement: {
                        fieldToMatch: { singleHeader: { Name: uncounted.header } },
                        positionalConstraint: 'EXACTLY',
                        searchString: uncounted.value,
                        textTransformations: [{ priority: 0, type: 'NONE' }],
                      },
                    },
                  },
                },
              }),
            },
          },
        },
      ],
    })
  }
}
