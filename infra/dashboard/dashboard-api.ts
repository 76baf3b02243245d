import {
  AuthorizationType,
  CognitoUserPoolsAuthorizer,
  LambdaIntegration,
  type MethodDeploymentOptions,
} from 'aws-cdk-lib/aws-apigateway'
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Duration, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { Routes } from '../api-stack.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { RouteFunction } from '../constructs/route-function.ts'
import { ServiceApi } from '../constructs/service-api.ts'
import { createLogGroup, type FunctionCode } from '../constructs/service-function.ts'
import { dashboardRights, type Reachable } from '../dashboard-rights.ts'
import { pascalCase } from '../pascal-case.ts'
import type { Settings } from '../settings.ts'
import { mirroredPath, mirroredRoutes } from './mirrored-routes.ts'

/** Requests a second, and at once, to one route of those who have not signed in. */
const SESSION_LIMIT: MethodDeploymentOptions = { throttlingRateLimit: 20, throttlingBurstLimit: 40 }

export interface DashboardApiProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly reachable: Reachable
  /** Routes of the dashboard alone. Keys name the files under functions/dashboard. */
  readonly routes: Routes
  /** Routes of the API for clients, and the function of each. */
  readonly clientRoutes: Routes
  readonly clientHandlers: ReadonlyMap<string, IFunction>
  readonly publicBaseUrl: string
}

/**
 * The dashboard's API: what clients can do by the same functions, and what only the dashboard can, by functions of its own. Whoever
 * calls has signed in to the user pool; only the routes of the session are open.
 */
export class DashboardApi extends Construct {
  readonly api: ServiceApi
  readonly #authorizer: CognitoUserPoolsAuthorizer

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
      // A token that has expired is refused at once; to look costs nothing.
      resultsCacheTtl: Duration.seconds(0),
    })

    const logGroup = createLogGroup(this, 'RouteLogs', settings)
    for (const [entry, { method, path, access }] of Object.entries(routes)) {
      const handler = new RouteFunction(this, pascalCase(entry), {
        settings,
        code,
        entry: `dashboard/${entry}`,
        table: data.table,
        method,
        access,
        publicBaseUrl,
        logGroup,
      })
      for (const right of dashboardRights[entry] ?? []) right(reachable, handler)
      handler.allowCommon()
      this.#answer(method, path, handler.lambda, access === 'public')
    }

    for (const [entry, { method, path }] of mirroredRoutes(clientRoutes)) {
      const handler = clientHandlers.get(entry)
      if (!handler) throw new Error(`${entry} has no function`)
      // As somebody else's function, so that the permission to call it is of this stack, which knows the other one anyway.
      const imported = LambdaFunction.fromFunctionAttributes(this, `Client${pascalCase(entry)}`, {
        functionArn: handler.functionArn,
        sameEnvironment: true,
      })
      this.#answer(method, mirroredPath(path), imported, false)
    }
  }

  #answer(method: string, path: string, handler: IFunction, open: boolean): void {
    // As in the API for clients: one permission for the whole API.
    const integration = new LambdaIntegration(handler, { scopePermissionToMethod: false })
    const operation = this.api.root
      .resourceForPath(path)
      .addMethod(
        method,
        integration,
        open ? {} : { authorizer: this.#authorizer, authorizationType: AuthorizationType.COGNITO },
      )
    for (const rule of open ? ['AwsSolutions-APIG4', 'AwsSolutions-COG4'] : [])
      acknowledge(operation, rule, 'Public by design: whoever calls it has yet to sign in.')
  }
}
