import type { Access, Call, Reply, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import type { AccessRequest } from '../iam/policy.ts'
import { objectAt, parseObject, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { StoredSchedule } from './schedule-store.ts'
import { checked, invalid, Page, ScheduleDefinition, ScheduleKey } from './scheduler-input.ts'
import type { Schedules } from './schedules.ts'
import { SCHEDULER_PRINCIPAL } from './target-role.ts'

/** The values of a request from its path, query and body. */
interface Request {
  readonly name: string
  readonly input: JsonObject
  readonly query: URLSearchParams
}

/** An action of EventBridge Scheduler: its route, required permissions and implementation. */
interface Route {
  readonly action: string
  readonly method: string
  readonly path: RegExp
  readonly needs: (request: Request, schedules: Schedules) => readonly AccessRequest[]
  readonly run: (request: Request, schedules: Schedules) => JsonObject
}

const SCHEDULE = /^\/schedules\/([^/]+)$/

const ROUTES: readonly Route[] = [
  {
    action: 'CreateSchedule',
    method: 'POST',
    path: SCHEDULE,
    needs: (request, schedules) => [onSchedule('CreateSchedule', request, schedules), passRole(request)],
    run(request, schedules) {
      const key = keyOf(request)
      schedules.create(key, checked(ScheduleDefinition, request.input), tokenOf(request))
      return { ScheduleArn: schedules.arn(key) }
    },
  },
  {
    action: 'GetSchedule',
    method: 'GET',
    path: SCHEDULE,
    needs: (request, schedules) => [onSchedule('GetSchedule', request, schedules)],
    run(request, schedules) {
      const schedule = schedules.get(keyOf(request))
      return { ...describe(schedule, schedules), ...schedule.definition }
    },
  },
  {
    action: 'DeleteSchedule',
    method: 'DELETE',
    path: SCHEDULE,
    needs: (request, schedules) => [onSchedule('DeleteSchedule', request, schedules)],
    run(request, schedules) {
      schedules.delete(keyOf(request), tokenOf(request))
      return {}
    },
  },
  {
    action: 'ListSchedules',
    method: 'GET',
    path: /^\/schedules$/,
    needs: () => [{ action: 'scheduler:ListSchedules', resource: '*' }],
    run({ query }, schedules) {
      const { limit, prefix, after } = pageOf(query)
      const wanted = { group: query.get('ScheduleGroup') ?? '', prefix, state: query.get('State') ?? '' }
      const found = schedules.store.list(after, limit + 1, wanted)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        Schedules: page.map((schedule) => ({
          ...describe(schedule, schedules),
          State: schedule.definition.State,
          Target: { Arn: schedule.definition.Target.Arn },
        })),
        ...(found.length > limit && last && { NextToken: encode(`${last.group}/${last.name}`) }),
      }
    },
  },
]

export function schedulerService(schedules: Schedules): Service {
  return {
    actions: ROUTES.map(({ action }) => action),
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

function keyOf({ name, input, query }: Request): ScheduleKey {
  return checked(ScheduleKey, { name, group: textOf(input.GroupName) ?? query.get('groupName') ?? undefined })
}

function tokenOf({ input, query }: Request): string | undefined {
  return textOf(input.ClientToken) ?? query.get('clientToken') ?? undefined
}

function pageOf(query: URLSearchParams): Page {
  const token = query.get('NextToken')
  return checked(Page, {
    limit: query.get('MaxResults') ?? undefined,
    prefix: query.get('NamePrefix') ?? undefined,
    after: token === null ? undefined : Buffer.from(token, 'base64url').toString(),
  })
}

function encode(position: string): string {
  return Buffer.from(position).toString('base64url')
}

function onSchedule(action: string, request: Request, schedules: Schedules): AccessRequest {
  return { action: `scheduler:${action}`, resource: schedules.arn(keyOf(request)) }
}

/** A caller that passes a role needs the permission for it. */
function passRole({ input }: Request): AccessRequest {
  const context = new Map([['iam:passedtoservice', [SCHEDULER_PRINCIPAL]]])
  return { action: 'iam:PassRole', resource: textOf(objectAt(input, 'Target').RoleArn) ?? '', context }
}

function describe(schedule: StoredSchedule, schedules: Schedules) {
  return {
    Arn: schedules.arn(schedule),
    Name: schedule.name,
    GroupName: schedule.group,
    CreationDate: schedule.createdAt / 1000,
    LastModificationDate: schedule.modifiedAt / 1000,
  }
}
