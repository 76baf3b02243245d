import type { Access, Call, Reply, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import type { ConditionContext } from '../iam/condition.ts'
import { objectAt, objectsOf, parseObject, textOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type ApiKeys, tagsOf } from './api-keys.ts'
import type { StoredKey } from './key-store.ts'

/** Default and maximum number of items of a page. */
const DEFAULT_LIMIT = 25

const LARGEST_LIMIT = 500

interface Route {
  readonly action: string
  readonly method: string
  readonly path: RegExp
  /** Returns status and body. `ids` are the groups of the path. */
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
    action: 'DeleteApiKey',
    method: 'DELETE',
    path: /^\/apikeys\/([^/]+)$/,
    run: (_, keys, [id = '']) => {
      keys.delete(id)
      return [202, {}]
    },
  },
  {
    action: 'GetApiKeys',
    method: 'GET',
    path: /^\/apikeys$/,
    run({ url }, keys) {
      const withValue = url.searchParams.get('includeValues') === 'true'
      return [
        200,
        pageOf(
          url,
          keys.list().map((key) => describeKey(key, withValue)),
        ),
      ]
    },
  },
  {
    action: 'TagResource',
    method: 'PUT',
    path: /^\/tags\/(?:[^/]*%2F)apikeys%2F([^/]+)$/i,
    run({ body }, keys, [id = '']) {
      keys.tag(id, tagsOf(parseInput(body)))
      return [204, {}]
    },
  },
  {
    action: 'GetUsagePlanKeys',
    method: 'GET',
    path: /^\/usageplans\/([^/]+)\/keys$/,
    run({ url }, keys, [id = '']) {
      const { physicalId } = keys.usagePlan(id)
      const members = keys.list().filter(({ usagePlanIds }) => usagePlanIds.includes(physicalId))
      return [
        200,
        pageOf(
          url,
          members.map((key) => ({ id: key.id, type: 'API_KEY', name: key.name ?? '' })),
        ),
      ]
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

/** Builds the part of API Gateway's control plane that manages API keys, and shows the account. */
export function apiGatewayService(keys: ApiKeys, resources: readonly Resource[], environment: Environment): Service {
  const routes = [...ROUTES, accountRoute(resources)]
  const routeOf = ({ method, url }: Pick<Call, 'method' | 'url'>): Route => {
    const route = routes.find((candidate) => candidate.method === method && candidate.path.test(url.pathname))
    if (!route) throw new ServiceError(404, 'NotFoundException', `${method} ${url.pathname} is not supported`)
    return route
  }
  return {
    actions: routes.map(({ action }) => action),
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalServerErrorException'],
      throttled: [429, 'TooManyRequestsException', 'Too Many Requests'],
    },
    error: (_, ...rest) => restJsonError(...rest),
    access(call): Access {
      const { action, path } = routeOf(call)
      const prefix = `arn:aws:apigateway:${environment.region}::`
      const [, id = ''] = path.exec(call.url.pathname) ?? []
      const tags = action === 'CreateApiKey' || action === 'TagResource' ? tagsOf(parseInput(call.body)) : {}
      const key = call.url.pathname.startsWith('/apikeys/') ? keys.find(id) : undefined
      const context = tagContext(tags, key?.tags ?? {})
      // The ARN below `/tags/` stays percent-encoded.
      const resource = action === 'TagResource' ? call.url.pathname : decodeURIComponent(call.url.pathname)
      const needs = [{ action: `apigateway:${call.method}`, resource: `${prefix}${resource}`, context }]
      // Tags of a new key are authorized separately, before the key has an id.
      if (action === 'CreateApiKey' && Object.keys(tags).length > 0) {
        const tagged = `${prefix}/tags/${encodeURIComponent(`${prefix}/apikeys/`)}*`
        needs.push({ action: 'apigateway:PUT', resource: tagged, context })
      }
      return { action, needs }
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

/** API Gateway's limits of a new account. */
const ACCOUNT_THROTTLE = { rateLimit: 10_000, burstLimit: 5000 }

/** Shows the account with the role for logs, if the template sets one. */
function accountRoute(resources: readonly Resource[]): Route {
  const account = resources.find(({ type }) => type === 'AWS::ApiGateway::Account')
  const role = textOf(account?.properties.CloudWatchRoleArn)
  return {
    action: 'GetAccount',
    method: 'GET',
    path: /^\/account$/,
    run: () => [
      200,
      {
        ...(role !== undefined && { cloudwatchRoleArn: role }),
        throttleSettings: ACCOUNT_THROTTLE,
        features: ['UsagePlans'],
        apiKeyVersion: '4',
      },
    ],
  }
}

/** Builds `aws:RequestTag/…`, `aws:TagKeys` and `aws:ResourceTag/…` of a call. */
function tagContext(
  requested: Readonly<Record<string, string>>,
  present: Readonly<Record<string, string>>,
): ConditionContext {
  const names = Object.keys(requested)
  return new Map<string, readonly string[]>([
    ...Object.entries(requested).map(([name, value]) => [`aws:requesttag/${name.toLowerCase()}`, [value]] as const),
    ...Object.entries(present).map(([name, value]) => [`aws:resourcetag/${name.toLowerCase()}`, [value]] as const),
    ...(names.length > 0 ? [['aws:tagkeys', names] as const] : []),
  ])
}

/** Parses the body. @throws ServiceError if the body is not a JSON object. */
function parseInput(body: Buffer): JsonObject {
  try {
    return parseObject(body.toString())
  } catch {
    throw new ServiceError(400, 'BadRequestException', 'Invalid request body')
  }
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

/** Returns one page of a list by `limit` and `position` of the query. */
function pageOf({ searchParams }: URL, items: readonly JsonObject[]): JsonObject {
  const limit = Math.min(Number(searchParams.get('limit')) || DEFAULT_LIMIT, LARGEST_LIMIT)
  const start = Number(searchParams.get('position')) || 0
  const end = start + limit
  return { item: items.slice(start, end), ...(end < items.length && { position: String(end) }) }
}
