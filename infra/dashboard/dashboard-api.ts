import {
  AuthorizationType,
  AwsIntegration,
  CognitoUserPoolsAuthorizer,
  type MethodDeploymentOptions,
} from 'aws-cdk-lib/aws-apigateway'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Duration, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { Routes } from '../api-stack.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { RouteFunction } from '../constructs/route-function.ts'
import { ServiceApi } from '../constructs/service-api.ts'
import { createLogGroup, type FunctionCode } from '../constructs/service-function.ts'
import { dashboardRights } from '../dashboard-rights.ts'
import { pascalCase } from '../pascal-case.ts'
import type { Settings } from '../settings.ts'
import type { Reachable } from './dashboard-right.ts'
import { InvokingRoles } from './invoking-roles.ts'
import { mirroredPath, mirroredRoutes } from './mirrored-routes.ts'

/** Requests per second, and burst, of one route that requires no sign-in. */
const SESSION_LIMIT: MethodDeploymentOptions = { throttlingRateLimit: 20, throttlingBurstLimit: 40 }

export interface DashboardApiProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly reachable: Reachable
  /** Routes that only the dashboard has. Keys are file names below functions/dashboard. */
  readonly routes: Routes
  /** Routes of the API for clients, and the function of each. */
  readonly clientRoutes: Routes
  readonly clientHandlers: ReadonlyMap<string, IFunction>
  readonly publicBaseUrl: string
}

/**
 * The dashboard's API: routes of the API for clients with the same functions, and routes that only the dashboard has. Callers must
 * have signed in to the user pool, except on public session routes.
 */
export class DashboardApi extends Construct {
  readonly api: ServiceApi
  readonly #authorizer: CognitoUserPoolsAuthorizer
  readonly #invoking: InvokingRoles

  constructor(scope: Construct, id: string, props: DashboardApiProps) {
    super(scope, id)
    const { settings, code, reachable, routes, clientRoutes, clientHandlers, publicBaseUrl } = props
    const { data } = reachable
    const open = Object.values(routes).filter(({ access }) => access === 'public')
    this.api = new ServiceApi(this, 'Gateway', {
      settings,
      restApiName: Stack.of(this).stackName,
      accessLogs: createLogGroup(this, 'AccessLogs', settings),
      caller: { subject: '$context.authorizer.claims.sub' },
      unauthenticated: 'Missing, invalid or expired token. Sign in to the dashboard.',
      methodOptions: Object.fromEntries(open.map(({ method, path }) => [`${path}${method}`, SESSION_LIMIT])),
    })
    this.#authorizer = new CognitoUserPoolsAuthorizer(this, 'Users', {
      cognitoUserPools: [data.users.pool],
      // Without a cache, expired tokens are rejected immediately. The check is free.
      resultsCacheTtl: Duration.seconds(0),
    })

    this.#invoking = new InvokingRoles(this, 'Invoking')
    const logGroup = createLogGroup(this, 'RouteLogs', settings)
    for (const [entry, { method, path, access, audit }] of Object.entries(routes)) {
      const handler = new RouteFunction(this, pascalCase(entry), {
        settings,
        code,
        entry: `dashboard/${entry}`,
        table: data.table,
        method,
        access,
        isAudited: audit !== undefined,
        publicBaseUrl,
        logGroup,
      })
      for (const right of dashboardRights[entry] ?? []) right(reachable, handler)
      handler.allowCommon()
      this.#addRoute(method, path, handler.lambda, access === 'public')
    }

    for (const [entry, { method, path }] of mirroredRoutes(clientRoutes, routes)) {
      const handler = clientHandlers.get(entry)
      if (!handler) throw new Error(`${entry} has no function`)
      this.#addRoute(method, mirroredPath(path), handler, false)
    }
  }

  #addRoute(method: string, path: string, handler: IFunction, open: boolean): void {
    const integration = new AwsIntegration({
      service: 'lambda',
      proxy: true,
      path: `2015-03-31/functions/${handler.functionArn}/invocations`,
      options: { credentialsRole: this.#invoking.roleFor(handler) },
    })
    const operation = this.api.root
      .resourceForPath(path)
      .addMethod(
        method,
        integration,
        open ? {} : { authorizer: this.#authorizer, authorizationType: AuthorizationType.COGNITO },
      )
    for (const rule of open ? ['AwsSolutions-APIG4', 'AwsSolutions-COG4'] : [])
      acknowledge(operation, rule, 'Public by design: its callers have not signed in yet.')
  }
}
