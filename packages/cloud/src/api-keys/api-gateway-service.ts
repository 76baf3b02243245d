import type { Access, Call, Reply, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import { isTrue, objectAt, objectsOf, parseObject, textOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { ApiKeys } from './api-keys.ts'
import type { StoredKey } from './key-store.ts'

interface Route {
  readonly action: string
  readonly method: string
  readonly path: RegExp
  /** Status and body of the answer; `ids` are what the path's groups matched. */
  readonly run: (call: Call, keys: ApiKeys, ids: readonly string[]) => readonly [status: number, body: JsonObject]
}

const ROUTES: readonly Route[] = [
  {
    action: 'CreateApiKey',
    method: 'POST',
    path: /^\/apikeys$/,
    run: ({ body }, keys) => [201, describeKey(keys.create(parseInput(body)), true)],
  },
  {
    action: 'GetApiKey',
    method: 'GET',
    path: /^\/apikeys\/([^/]+)$/,
    run: ({ url }, keys, [id = '']) => [
      200,
      describeKey(keys.get(id), url.searchParams.get('includeValue') === 'true'),
    ],
  },
  {
    action: 'UpdateApiKey',
    method: 'PATCH',
    path: /^\/apikeys\/([^/]+)$/,
    run: ({ body }, keys, [id = '']) => [200, describeKey(keys.setEnabled(id, enabledIn(parseInput(body))), false)],
  },
  {
    action: 'DeleteApiKey',
    method: 'DELETE',
    path: /^\/apikeys\/([^/]+)$/,
    run: (_, keys, [id = '']) => {
      keys.delete(id)
      return [202, {}]
    },
  },
  {
    action: 'GetUsagePlan',
    method: 'GET',
    path: /^\/usageplans\/([^/]+)$/,
    run: (_, keys, [id = '']) => [200, describePlan(keys.usagePlan(id))],
  },
  {
    action: 'CreateUsagePlanKey',
    method: 'POST',
    path: /^\/usageplans\/([^/]+)\/keys$/,
    run: ({ body }, keys, [planId = '']) => {
      const key = keys.join(planId, textOf(parseInput(body).keyId) ?? '')
      return [201, { id: key.id, type: 'API_KEY', name: key.name ?? '', value: key.value }]
    },
  },
  {
    action: 'DeleteUsagePlanKey',
    method: 'DELETE',
    path: /^\/usageplans\/([^/]+)\/keys\/([^/]+)$/,
    run: (_, keys, [planId = '', keyId = '']) => {
      keys.leave(planId, keyId)
      return [202, {}]
    },
  },
]

/** The part of API Gateway's control plane that deals with API keys. */
export function apiGatewayService(keys: ApiKeys, environment: Environment): Service {
  return {
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalServerErrorException'],
      throttled: [429, 'TooManyRequestsException', 'Too Many Requests'],
    },
    error: (_, ...rest) => restJsonError(...rest),
    access(call): Access {
      const { action } = routeOf(call)
      const resource = `arn:aws:apigateway:${environment.region}::${decodeURIComponent(call.url.pathname)}`
      return { action, needs: [{ action: `apigateway:${call.method}`, resource }] }
    },
    async handle(call): Promise<Reply> {
      const { path, run } = routeOf(call)
      const ids = path.exec(call.url.pathname)?.slice(1).map(decodeURIComponent) ?? []
      const [status, body] = run(call, keys, ids)
      const text = call.method === 'DELETE' ? '' : JSON.stringify(body)
      return { status, headers: { 'content-type': 'application/json' }, body: text }
    },
  }
}

function routeOf({ method, url }: Call): Route {
  const route = ROUTES.find((candidate) => candidate.method === method && candidate.path.test(url.pathname))
  if (!route) throw new ServiceError(404, 'NotFoundException', `${method} ${url.pathname} is not supported`)
  return route
}

function parseInput(body: Buffer): JsonObject {
  try {
    return parseObject(body.toString())
  } catch {
    throw new ServiceError(400, 'BadRequestException', 'Invalid request body')
  }
}

/** The one patch that is supported: `replace /enabled`. */
function enabledIn(input: JsonObject): boolean {
  const [operation, ...others] = objectsOf(input.patchOperations)
  if (!operation || others.length > 0 || operation.op !== 'replace' || operation.path !== '/enabled') {
    throw new ServiceError(400, 'BadRequestException', 'Only replacing /enabled is supported')
  }
  return isTrue(operation.value)
}

function describeKey({ usagePlanIds: _, value, ...key }: StoredKey, withValue: boolean): JsonObject {
  return { ...key, stageKeys: [], ...(withValue && { value }) }
}

function describePlan({ physicalId, properties }: Resource): JsonObject {
  const throttle = objectAt(properties, 'Throttle')
  const quota = objectAt(properties, 'Quota')
  return {
    id: physicalId,
    name: properties.UsagePlanName ?? physicalId,
    apiStages: objectsOf(properties.ApiStages).map(({ ApiId, Stage }) => ({ apiId: ApiId ?? '', stage: Stage ?? '' })),
    throttle: { rateLimit: throttle.RateLimit ?? 0, burstLimit: throttle.BurstLimit ?? 0 },
    ...(quota.Limit !== undefined && { quota: { limit: quota.Limit, period: quota.Period ?? 'DAY' } }),
  }
}
