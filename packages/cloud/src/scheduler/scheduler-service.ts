import type { Access, Call, Reply, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import { parseObject } from '../json.ts'
import { ServiceError } from '../service-error.ts'
import { invalid } from './scheduler-input.ts'
import { type Request, ROUTES, type Route } from './scheduler-routes.ts'
import type { Schedules } from './schedules.ts'

export function schedulerService(schedules: Schedules): Service {
  return {
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalServerException'],
      throttled: [429, 'ThrottlingException', 'Rate exceeded'],
    },
    error(_, status, code, message) {
      return { ...restJsonError(status, code, message), body: JSON.stringify({ Message: message }) }
    },
    access(call): Access {
      const { action, needs } = routeOf(call)
      return { action, needs: needs(requestOf(call), schedules) }
    },
    async handle(call): Promise<Reply> {
      const output = routeOf(call).run(requestOf(call), schedules)
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(output) }
    },
  }
}

function routeOf({ method, url }: Call): Route {
  const route = ROUTES.find((candidate) => candidate.method === method && candidate.path.test(url.pathname))
  if (!route) throw new ServiceError(404, 'UnknownOperationException', `${method} ${url.pathname} is not supported`)
  return route
}

function requestOf(call: Call): Request {
  const [, name = ''] = routeOf(call).path.exec(call.url.pathname) ?? []
  try {
    const input = call.body.length > 0 ? parseObject(call.body.toString()) : {}
    return { name: decodeURIComponent(name), input, query: call.url.searchParams }
  } catch {
    throw invalid('The body must be a JSON object')
  }
}
