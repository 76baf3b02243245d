import { ApiDefinition, SpecRestApi } from 'aws-cdk-lib/aws-apigateway'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import { Duration, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import type { Routes } from '../api-stack.ts'
import { apiDefinition, type FunctionOperation } from '../constructs/api-definition.ts'
import { InvokingRoles, RouteFunction } from '../constructs/route-function.ts'
import { acknowledgeApi, BINARY_MEDIA_TYPES, requireTls12, withOneStage } from '../constructs/service-api.ts'
import { createLogGroup, type FunctionCode, pascalCase } from '../constructs/service-function.ts'
import { dashboardRights } from '../dashboard-rights.ts'
import { gatewayResponses } from '../gateway-responses.ts'
import { addMetricFilter } from '../monitoring/service-metrics.ts'
import { publicLimits } from '../public-limits.ts'
import type { Settings } from '../settings.ts'
import type { Reachable } from './rights.ts'

/** Routes for programs: the proxy, which returns the provider's responses, and the MCP server. */
const FOR_PROGRAMS = /^(mcp\/|msg-accounts\/proxy-)/

/** Routes that may wait 20 seconds for an endpoint of a customer. */
const SLOW = new Set(['agents/test-tool'])
/** API Gateway waits for 29 seconds. */
const SLOW_LIMITS = { timeout: Duration.seconds(28) }

interface DashboardApiProps {
  readonly settings: Settings
  readonly code: FunctionCode
  readonly reachable: Reachable
  /** Routes that only the dashboard has. Keys are the contract's. */
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
  readonly api: SpecRestApi

  constructor(scope: Construct, id: string, props: DashboardApiProps) {
    super(scope, id)
    const { settings, reachable, routes, clientRoutes, clientHandlers } = props
    const invoking = new InvokingRoles(this, 'Invoking')
    const operationOf = (method: string, path: string, handler: IFunction, isOpen: boolean): FunctionOperation => {
      const { roleArn } = invoking.roleFor(handler.node.addr, handler.functionArn)
      return { method, path, functionArn: handler.functionArn, roleArn, isOpen }
    }
    const logGroup = createLogGroup(this, 'RouteLogs', settings.routeLogRetentionDays ?? settings.logRetentionDays)
    addMetricFilter(logGroup, {
      stage: settings.stage,
      metricName: 'MailsRefused',
      pattern: '{ $.event = "mail.refused" }',
    })
    const own = Object.entries(routes).map(([entry, route]) =>
      operationOf(route.method, route.path, this.#handlerOf(entry, route, logGroup, props), route.access === 'public'),
    )
    const mirrored = mirroredRoutes(clientRoutes, routes).map(([entry, { method, path }]) => {
      const handler = clientHandlers.get(entry)
      if (!handler) throw new Error(`${entry} has no function`)
      return operationOf(method, mirroredPath(path), handler, false)
    })

    const title = Stack.of(this).stackName
    // Not `Gateway`: CloudFormation would delete that API's former methods one by one, after the definition created them again.
    this.api = new SpecRestApi(this, 'Rest', {
      ...withOneStage({
        settings,
        accessLogs: createLogGroup(this, 'AccessLogs', settings.accessLogRetentionDays ?? settings.logRetentionDays),
        caller: { subject: '$context.authorizer.claims.sub' },
        methodOptions: publicLimits(routes, settings),
      }),
      restApiName: title,
      binaryMediaTypes: BINARY_MEDIA_TYPES,
      apiDefinition: ApiDefinition.fromInline(
        apiDefinition(this, {
          title,
          operations: [...own, ...mirrored],
          callers: { userPoolArn: reachable.data.users.pool.userPoolArn },
          gatewayResponses: gatewayResponses({
            unauthenticated: 'Missing, invalid or expired token. Sign in to the dashboard.',
            notFound: 'No such operation.',
          }),
        }),
      ),
    })
    requireTls12(this.api)
    acknowledgeApi(this.api)
  }

  #handlerOf(entry: string, route: Routes[string], logGroup: ILogGroup, props: DashboardApiProps): IFunction {
    const { settings, code, reachable, publicBaseUrl } = props
    const { method, access, audit } = route
    const handler = new RouteFunction(this, pascalCase(entry), {
      settings,
      code,
      entry: `dashboard/${entry}`,
      table: reachable.data.table,
      method,
      access,
      isAudited: audit !== undefined,
      publicBaseUrl,
      logGroup,
      ...(SLOW.has(entry) && SLOW_LIMITS),
    })
    for (const right of dashboardRights[entry] ?? []) right(reachable, handler)
    handler.allowCommon()
    return handler.lambda
  }
}

/**
 * Returns the routes of the API for clients that the dashboard has too: those that authenticate the caller, except the
 * proxy and those for which the dashboard has a route of its own.
 */
export function mirroredRoutes(routes: Routes, own: Routes): [string, Routes[string]][] {
  const taken = new Set(Object.values(own).map(({ method, path }) => `${method} ${path}`))
  return Object.entries(routes).filter(
    ([entry, { method, path, access }]) =>
      access !== 'public' && !FOR_PROGRAMS.test(entry) && !taken.has(`${method} ${mirroredPath(path)}`),
  )
}

/** Returns the path in the dashboard's API: `/api/v1/agents/` → `/dashboard-api/v1/agents/`. */
export function mirroredPath(path: string): string {
  return path.replace(/^\/api\//, '/dashboard-api/')
}
