import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Duration, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'

/** Each path of the app is the one page, which knows what to show; files have a dot in their names. APIs are not asked. */
const SHOW_THE_PAGE = `
function handler(event) {
  var request = event.request
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (name.indexOf('.') < 0) request.uri = '/index.html'
  return request
}
`

export interface DashboardDistributionProps {
  readonly site: IBucket
  /** Answers below `/dashboard-api/`. */
  readonly dashboardApi: RestApi
  /** Answers below `/api/`. */
  readonly clientApi: RestApi
  readonly stage: string
  readonly contentSecurityPolicy: string
}

/** One address for the dashboard's pages, its API, and the API for clients. */
export class DashboardDistribution extends Distribution {
  constructor(scope: Construct, id: string, props: DashboardDistributionProps) {
    const { site, dashboardApi, clientApi, stage } = props
    const { region, urlSuffix } = Stack.of(scope)
    const responseHeadersPolicy = new ResponseHeadersPolicy(scope, `${id}Headers`, {
      comment: 'Messaging dashboard: what its pages may do',
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: props.contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
      },
    })
    const answeredBy = ({ restApiId }: RestApi): BehaviorOptions => ({
      origin: new HttpOrigin(`${restApiId}.execute-api.${region}.${urlSuffix}`, { originPath: `/${stage}` }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // API Gateway finds the API by the host.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
    })
    super(scope, id, {
      comment: 'Messaging dashboard',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(site),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(scope, `${id}ShowThePage`, { code: FunctionCode.fromInline(SHOW_THE_PAGE) }),
          },
        ],
      },
      additionalBehaviors: {
        '/dashboard-api/*': answeredBy(dashboardApi),
        '/api/*': answeredBy(clientApi),
      },
    })
    acknowledge(this, 'AwsSolutions-CFR1', 'Who operates a service may be anywhere.')
    acknowledge(this, 'AwsSolutions-CFR2', 'A web ACL costs when idle. It can be attached by hand.')
    acknowledge(this, 'AwsSolutions-CFR3', 'The APIs behind it log who asked for what; the files are no secret.')
    acknowledge(this, 'AwsSolutions-CFR4', 'CloudFront’s own name comes with its own certificate and protocols.')
  }
}
