import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
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
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Duration, Stack } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import { addAliasRecords } from '../constructs/alias-records.ts'
import type { Settings } from '../settings.ts'

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
  readonly settings: Settings
  readonly site: IBucket
  /** Answers below `/dashboard-api/`. */
  readonly dashboardApi: RestApi
  /** Answers below `/api/` and `clientPaths`. */
  readonly clientApi: RestApi
  /** Path patterns of what the API for clients serves elsewhere, so that `publicBaseUrl` can be the distribution's address. */
  readonly clientPaths: readonly string[]
  readonly contentSecurityPolicy: string
}

/** One address for the dashboard's pages, its API, and the API for clients. */
export class DashboardDistribution extends Distribution {
  constructor(scope: Construct, id: string, props: DashboardDistributionProps) {
    const { settings, site, dashboardApi, clientApi, clientPaths } = props
    const { dashboardDomainName, dashboardCertificateArn } = settings
    const { stackName, region, urlSuffix } = Stack.of(scope)
    // An account has these names once for all regions.
    const globalName = `${stackName}-${region}`
    const responseHeadersPolicy = new ResponseHeadersPolicy(scope, `${id}Headers`, {
      responseHeadersPolicyName: globalName,
      comment: 'Messaging dashboard: what its pages may do',
      securityHeadersBehavior: {
        // Pages of the API for clients bring their own.
        contentSecurityPolicy: { contentSecurityPolicy: props.contentSecurityPolicy, override: false },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
      },
    })
    const answeredBy = ({ restApiId }: RestApi): BehaviorOptions => ({
      origin: new HttpOrigin(`${restApiId}.execute-api.${region}.${urlSuffix}`, { originPath: `/${settings.stage}` }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // API Gateway finds the API by the host.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
    })
    super(scope, id, {
      comment: 'Messaging dashboard',
      ...(dashboardDomainName &&
        dashboardCertificateArn && {
          domainNames: [dashboardDomainName],
          certificate: Certificate.fromCertificateArn(scope, `${id}Certificate`, dashboardCertificateArn),
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(site, {
          originAccessControl: new S3OriginAccessControl(scope, `${id}Access`, { originAccessControlName: globalName }),
        }),
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
        ...Object.fromEntries(['/api/*', ...clientPaths].map((pattern) => [pattern, answeredBy(clientApi)])),
      },
    })
    acknowledge(this, 'AwsSolutions-CFR1', 'Who operates a service may be anywhere.')
    acknowledge(this, 'AwsSolutions-CFR2', 'A web ACL costs when idle. It can be attached by hand.')
    acknowledge(this, 'AwsSolutions-CFR3', 'The APIs behind it log who asked for what; the files are no secret.')
    if (!dashboardDomainName) {
      acknowledge(this, 'AwsSolutions-CFR4', 'CloudFront’s own name comes with its own certificate and protocols.')
      return
    }
    const { distributionDomainName: targetName } = this
    const target = new CloudFrontTarget(this)
    addAliasRecords(
      scope,
      'SiteDomain',
      { recordName: dashboardDomainName, target, targetName, hasIpv6: true },
      settings,
    )
  }
}
