import type { Access, Call, Reply, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import type { ConditionContext } from '../iam/condition.ts'
import type { Environment } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import { type ApiKeys, tagsOf } from './api-keys.ts'
import { parseInput, ROUTES, type Route } from './routes.ts'

/** Builds the part of API Gateway's control plane that manages API keys. */
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

function routeOf({ method, url }: Call): Route {
  const route = ROUTES.find((candidate) => candidate.method === method && candidate.path.test(url.pathname))
  if (!route) throw new ServiceError(404, 'NotFoundException', `${method} ${url.pathname} is not supported`)
  return route
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
