import { isEnabled } from '../event-sources/mapping.ts'
import type { Call, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import { numberOf, objectAt, textOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { functionName } from './lambda-service.ts'

const MAPPINGS = /^\/2015-03-31\/event-source-mappings\/?$/
const ACCOUNT = /^\/2016-08-19\/account-settings\/?$/
const CONCURRENCY = /^\/2019-09-30\/functions\/([^/]+)\/concurrency$/

/** The quota of an account that requested no other one. */
const DEFAULT_CONCURRENCY = 1000

interface Route {
  readonly action: string
  readonly path: RegExp
  /** The ARN that the permission names. `id` is the group of the path. */
  readonly resource: (id: string) => string
  readonly run: (query: URLSearchParams, id: string) => JsonObject
}

/**
 * Builds the part of Lambda's control plane that reads event source mappings, the concurrency of functions, and the settings of the
 * account. `accountConcurrency` is the limit of concurrent executions of all functions.
 */
export function lambdaControl(
  resources: readonly Resource[],
  { region, accountId }: Environment,
  accountConcurrency = DEFAULT_CONCURRENCY,
): Service {
  const mappings = resources.filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
  const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function')
  const functionArn = (name: string) => `arn:aws:lambda:${region}:${accountId}:function:${functionName(name)}`
  const reservedOf = ({ properties }: Resource) => numberOf(properties.ReservedConcurrentExecutions)
  const routes: readonly Route[] = [
    {
      action: 'ListEventSourceMappings',
      path: MAPPINGS,
      resource: () => '*',
      run(query) {
        const source = query.get('EventSourceArn')
        const EventSourceMappings = mappings
          .filter(({ properties }) => source === null || textOf(properties.EventSourceArn) === source)
          .map((mapping) => describe(mapping, functionArn))
        return { EventSourceMappings }
      },
    },
    {
      action: 'GetFunctionConcurrency',
      path: CONCURRENCY,
      resource: functionArn,
      run(_, id) {
        const found = functions.find(({ arn }) => arn === functionArn(id))
        if (!found) throw new ServiceError(404, 'ResourceNotFoundException', `Function not found: ${functionArn(id)}`)
        const reserved = reservedOf(found)
        return { ...(reserved !== undefined && { ReservedConcurrentExecutions: reserved }) }
      },
    },
    {
      action: 'GetAccountSettings',
      path: ACCOUNT,
      resource: () => '*',
      run() {
        const reserved = functions.reduce((sum, fn) => sum + (reservedOf(fn) ?? 0), 0)
        return {
          AccountLimit: {
            ConcurrentExecutions: accountConcurrency,
            UnreservedConcurrentExecutions: accountConcurrency - reserved,
          },
          AccountUsage: { FunctionCount: functions.length },
        }
      },
    },
  ]
  const routeOf = ({ method, url }: Pick<Call, 'method' | 'url'>) => {
    const route = method === 'GET' ? routes.find(({ path }) => path.test(url.pathname)) : undefined
    if (!route) throw new ServiceError(404, 'ResourceNotFoundException', `${method} ${url.pathname} is not supported`)
    const [, id = ''] = route.path.exec(url.pathname) ?? []
    return { ...route, id: decodeURIComponent(id) }
  }
  return {
    actions: routes.map(({ action }) => action),
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'ServiceException'],
      throttled: [429, 'TooManyRequestsException', 'Rate exceeded'],
    },
    error: (_, ...rest) => restJsonError(...rest),
    access(call) {
      const { action, resource, id } = routeOf(call)
      return { action, needs: [{ action: `lambda:${action}`, resource: resource(id) }] }
    },
    async handle(call) {
      const { run, id } = routeOf(call)
      const body = JSON.stringify(run(call.url.searchParams, id))
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
  }
}

function describe(mapping: Resource, functionArn: (name: string) => string): JsonObject {
  const { properties } = mapping
  const maximum = numberOf(objectAt(properties, 'ScalingConfig').MaximumConcurrency)
  return {
    UUID: mapping.physicalId,
    EventSourceArn: properties.EventSourceArn ?? null,
    FunctionArn: functionArn(textOf(properties.FunctionName) ?? ''),
    BatchSize: properties.BatchSize ?? null,
    State: isEnabled(mapping) ? 'Enabled' : 'Disabled',
    ...(maximum !== undefined && { ScalingConfig: { MaximumConcurrency: maximum } }),
  }
}
