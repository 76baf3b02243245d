import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway'
import { Annotations, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import type { ApiStack, Routes } from './api-stack.ts'
import type { FunctionCode } from './constructs/service-function.ts'
import { ApiFirewall } from './dashboard/api-firewall.ts'
import { contentSecurityPolicy } from './dashboard/content-security-policy.ts'
import { DashboardApi } from './dashboard/dashboard-api.ts'
import { DashboardDistribution } from './dashboard/dashboard-distribution.ts'
import { DashboardSite } from './dashboard/dashboard-site.ts'
import type { DataStack } from './data-stack.ts'
import type { Watched } from './monitoring/watched.ts'
import type { Settings } from './settings.ts'

interface DashboardStackProps extends StackProps {
  readonly settings: Settings
  readonly code: FunctionCode
  /** Folder of the built web app. */
  readonly site: string
  readonly data: DataStack
  readonly clients: ApiStack
  readonly watched: Watched
  readonly clientRoutes: Routes
  /** Routes that only the dashboard has. */
  readonly routes: Routes
}

/** The dashboard: the web app and its API. Message processing does not depend on it. */
export class DashboardStack extends Stack {
  readonly api: RestApiBase

  constructor(scope: Construct, id: string, props: DashboardStackProps) {
    const { settings, code, site, data, clients, watched, clientRoutes, routes, ...rest } = props
    super(scope, id, {
      description: 'Messaging service: the dashboard and its API',
      // Deletion would change the dashboard's address, which may also be the API's base URL.
      terminationProtection: settings.stage !== 'local',
      ...rest,
    })
    const { api } = new DashboardApi(this, 'Dashboard', {
      settings,
      code,
      reachable: { data, watched, usagePlanId: clients.usagePlanId, settings },
      routes,
      clientRoutes,
      clientHandlers: clients.handlers,
      publicBaseUrl: clients.baseUrl,
    })
    this.api = api
    if (settings.webAcl && !settings.siteWebAclArn)
      Annotations.of(this).addWarningV2(
        'messaging:siteWebAclArn',
        'webAcl protects the APIs only: addresses are not limited at CloudFront. Deploy the Firewall stack, and set siteWebAclArn to its output SiteWebAclArn.',
      )
    const { bucket } = new DashboardSite(this, 'Site', { settings, site })
    const storage = `https://${data.bucket.bucket.bucketRegionalDomainName}`
    const distribution = new DashboardDistribution(this, 'Distribution', {
      settings,
      site: bucket,
      dashboardApi: api,
      clientApi: clients.api,
      clientPaths: clientPaths(clientRoutes),
      contentSecurityPolicy: contentSecurityPolicy(
        { media: `${clients.baseUrl}/media/`, storage },
        readFileSync(join(site, 'index.html'), 'utf8'),
      ),
    })
    const firewall = new ApiFirewall(this, 'Firewall', settings, {
      Clients: clients.api.restApiId,
      Dashboard: api.restApiId,
    })
    firewall.node.addDependency(api.deploymentStage)
    const siteDomain = settings.dashboardDomainName ?? distribution.distributionDomainName
    new CfnOutput(this, 'SiteUrl', { value: `https://${siteDomain}` })
    new CfnOutput(this, 'SiteDistributionId', {
      description: 'The value of siteDistributionId',
      value: distribution.distributionId,
    })
  }
}

/**
 * Returns the CloudFront path patterns for routes of the API for clients outside `/api/`: `/media/*` for paths below
 * `/media/`, `/docs*` for `/docs` with and without a trailing slash. The root of the site is the dashboard.
 */
function clientPaths(routes: Routes): string[] {
  const patterns = Object.values(routes)
    .map(({ path }) => path.split('/').filter(Boolean))
    .filter(([first]) => first !== undefined && first !== 'api')
    .map(([first, ...rest]) => (rest.length > 0 ? `/${first}/*` : `/${first}*`))
  return [...new Set(patterns)]
}
