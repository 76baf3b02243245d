import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { sessionEndpoints } from '@replywright/contract/dashboard/session-endpoints.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type App, CfnOutput, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib/core'
import type { Construct } from 'constructs'
import { ApiStack, type Routes } from './api-stack.ts'
import { acknowledge } from './constructs/acknowledge.ts'
import { RateLimitAcl } from './constructs/rate-limit-acl.ts'
import type { FunctionCode } from './constructs/service-function.ts'
import { DashboardStack } from './dashboard-stack.ts'
import { DataStack } from './data-stack.ts'
import { CLOUDFRONT_REGION } from './domain-settings.ts'
import { MessagingStack } from './messaging-stack.ts'
import { MonitoringStack } from './monitoring-stack.ts'
import { OperatorsStack } from './operators-stack.ts'
import type { Settings } from './settings.ts'
import { SiteAlarmsStack } from './site-alarms-stack.ts'

/** The web ACL of the distribution. CloudFront accepts web ACLs of us-east-1 only, whatever the region of the other stacks. */
class FirewallStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Messaging service: the web ACL of the dashboard and of what it serves',
      env: { region: CLOUDFRONT_REGION },
    })
    const { attrArn } = new RateLimitAcl(this, 'Site', { protects: 'CLOUDFRONT' })
    new CfnOutput(this, 'SiteWebAclArn', { description: 'The value of siteWebAclArn', value: attrArn })
  }
}

/** API Gateway's role for logs, one per account and region. `manageApiGatewayAccount: false` omits it if one exists. */
class AccountStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Messaging service: API Gateway’s role for logs' })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    })
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn })
    acknowledge(
      role,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      'API Gateway rejects a role that lacks any permission of this AWS managed policy.',
    )
    // Other APIs of the account use it too.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN)
    account.applyRemovalPolicy(RemovalPolicy.RETAIN)
  }
}

interface BuildOptions {
  readonly settings: Settings
  readonly code: FunctionCode
  /** Folder of the built web app. */
  readonly site: string
  /** @default the contract's endpoints */
  readonly routes?: Routes
  /** @default the contract's endpoints that only the dashboard has */
  readonly dashboardRoutes?: Routes
}

const DASHBOARD_ROUTES = { ...dashboardEndpoints, ...sessionEndpoints }

/** Builds all stacks of one deployment, `Messaging-<stage>-…`. */
export function buildStacks(app: App, options: BuildOptions): Stack[] {
  const { settings, code, site, routes = endpoints, dashboardRoutes = DASHBOARD_ROUTES } = options
  const name = (part: string) => `Messaging-${settings.stage}-${part}`
  const data = new DataStack(app, name('Data'), { settings })
  const api = new ApiStack(app, name('Api'), { settings, code, data, routes })
  const messaging = new MessagingStack(app, name('Messaging'), { settings, code, data, publicBaseUrl: api.baseUrl })
  const { watched } = messaging
  const dashboard = settings.dashboard
    ? new DashboardStack(app, name('Dashboard'), {
        settings,
        code,
        site,
        data,
        clients: api,
        watched,
        clientRoutes: routes,
        routes: dashboardRoutes,
      })
    : undefined
  const monitoring = new MonitoringStack(app, name('Monitoring'), {
    settings,
    data,
    api: api.api,
    ...(dashboard && { dashboardApi: dashboard.api }),
    watched,
  })
  const operators = new OperatorsStack(app, name('Operators'), { settings, data, clients: api, watched })
  const stacks: Stack[] = [data, messaging, api, ...(dashboard ? [dashboard] : []), monitoring, operators]
  if (settings.manageApiGatewayAccount) {
    const account = new AccountStack(app, name('Account'))
    // API Gateway rejects a stage with logs if this role is not set.
    for (const stack of [api, messaging, ...(dashboard ? [dashboard] : [])]) stack.addStackDependency(account)
    stacks.push(account)
  }
  if (settings.webAcl) stacks.push(new FirewallStack(app, name('Firewall')))
  const { siteDistributionId } = settings
  if (siteDistributionId) stacks.push(new SiteAlarmsStack(app, name('SiteAlarms'), { ...settings, siteDistributionId }))
  Tags.of(app).add('service', 'messaging')
  Tags.of(app).add('stage', settings.stage)
  return stacks
}
