import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
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
import { FROM_SITE } from './api-firewall.ts'

/** CloudFront caches these for ten seconds by their path, regardless of `Cache-Control`, and returns them to everybody. */
const CACHED_ERRORS = [404, 405, 414, 500, 501, 502, 503, 504]

/** Rewrites paths of the single-page app to `/index.html`. Only files have a dot in their names. It does not run for the APIs. */
const SHOW_THE_PAGE = `
function handler(event) {
  var request = event.request
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (name.indexOf('.') < 0) request.uri = '/index.html'
  return request
}
`

interface DashboardDistributionProps {
  readonly settings: Settings
  readonly site: IBucket
  /** Serves `/dashboard-api/`. */
  readonly dashboardApi: RestApiBase
  /** Serves `/api/` and `clientPaths`. */
  readonly clientApi: RestApiBase
  /** Other path patterns of the API for clients, so that `publicBaseUrl` can be the distribution's address. */
  readonly clientPaths: readonly string[]
  readonly contentSecurityPolicy: string
}

/** One address for the dashboard's pages, its API, and the API for clients. */
export class DashboardDistribution extends Distribution {
  constructor(scope: Construct, id: string, props: DashboardDistributionProps) {
    const { settings, site, dashboardApi, clientApi, clientPaths } = props
    const { dashboardDomainName, dashboardCertificateArn } = settings
    const { stackName, region, urlSuffix } = Stack.of(scope)
    // These names must be unique in an account across all regions.
    const globalName = `${stackName}-${region}`
    const responseHeadersPolicy = new ResponseHeadersPolicy(scope, `${id}Headers`, {
      responseHeadersPolicyName: globalName,
      comment: 'Messaging dashboard: what its pages may do',
      securityHeadersBehavior: {
        // Pages of the API for clients send their own policy.
        contentSecurityPolicy: { contentSecurityPolicy: props.contentSecurityPolicy, override: false },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
      },
    })
    const apiBehavior = ({ restApiId }: RestApiBase): BehaviorOptions => ({
      origin: new HttpOrigin(`${restApiId}.execute-api.${region}.${urlSuffix}`, {
        originPath: `/${settings.stage}`,
        ...(settings.webAcl && { customHeaders: { [FROM_SITE.header]: FROM_SITE.value } }),
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // API Gateway selects the API by the Host header.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
    })
    super(scope, id, {
      comment: 'Messaging dashboard',
      ...(settings.siteWebAclArn && { webAclId: settings.siteWebAclArn }),
      ...(dashboardDomainName &&
        dashboardCertificateArn && {
          domainNames: [dashboardDomainName],
          certificate: Certificate.fromCertificateArn(scope, `${id}Certificate`, dashboardCertificateArn),
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
      defaultRootObject: 'index.html',
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
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
        '/dashboard-api/*': apiBehavior(dashboardApi),
        ...Object.fromEntries(['/api/*', ...clientPaths].map((pattern) => [pattern, apiBehavior(clientApi)])),
      },
    })
    acknowledge(this, 'AwsSolutions-CFR1', 'Operators may be in any country.')
    if (!settings.siteWebAclArn)
      acknowledge(this, 'AwsSolutions-CFR2', 'A web ACL has a monthly price. The setting siteWebAclArn attaches one.')
    acknowledge(
      this,
      'AwsSolutions-CFR3',
      'The APIs behind it have access logs with the address of the caller. Requests for the public files of the web app are not logged.',
    )
    if (!dashboardDomainName) {
      acknowledge(
        this,
        'AwsSolutions-CFR4',
        'CloudFront’s own domain name has a fixed certificate and fixed protocols.',
      )
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
