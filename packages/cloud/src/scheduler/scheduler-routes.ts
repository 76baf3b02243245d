import type { AccessRequest } from '../iam/policy.ts'
import { objectAt, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import type { StoredGroup, StoredSchedule } from './schedule-store.ts'
import { checked, GroupKey, Page, ScheduleDefinition, ScheduleKey } from './scheduler-input.ts'
import type { Schedules } from './schedules.ts'
import { SCHEDULER_PRINCIPAL } from './target-role.ts'

/** The values of a request from its path, query and body. */
export interface Request {
  readonly name: string
  readonly input: JsonObject
  readonly query: URLSearchParams
}

/** An action of EventBridge Scheduler: its route, required permissions and implementation. */
export interface Route {
  readonly action: string
  readonly method: string
  readonly path: RegExp
  readonly needs: (request: Request, schedules: Schedules) => readonly AccessRequest[]
  readonly run: (request: Request, schedules: Schedules) => JsonObject
}

const SCHEDULE = /^\/schedules\/([^/]+)$/
const GROUP = /^\/schedule-groups\/([^/]+)$/

export const ROUTES: readonly Route[] = [
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
    action: 'UpdateSchedule',
    method: 'PUT',
    path: SCHEDULE,
    needs: (request, schedules) => [onSchedule('UpdateSchedule', request, schedules), passRole(request)],
    run(request, schedules) {
      const key = keyOf(request)
      schedules.update(key, checked(ScheduleDefinition, request.input), tokenOf(request))
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
  {
    action: 'CreateScheduleGroup',
    method: 'POST',
    path: GROUP,
    needs: (request, schedules) => [onGroup('CreateScheduleGroup', request, schedules)],
    run(request, schedules) {
      const { name } = checked(GroupKey, request)
      schedules.createGroup(name, tokenOf(request))
      return { ScheduleGroupArn: schedules.groupArn(name) }
    },
  },
  {
    action: 'GetScheduleGroup',
    method: 'GET',
    path: GROUP,
    needs: (request, schedules) => [onGroup('GetScheduleGroup', request, schedules)],
    run: (request, schedules) => describeGroup(schedules.group(checked(GroupKey, request).name), schedules),
  },
  {
    action: 'DeleteScheduleGroup',
    method: 'DELETE',
    path: GROUP,
    needs: (request, schedules) => [onGroup('DeleteScheduleGroup', request, schedules)],
    run(request, schedules) {
      schedules.deleteGroup(checked(GroupKey, request).name, tokenOf(request))
      return {}
    },
  },
  {
    action: 'ListScheduleGroups',
    method: 'GET',
    path: /^\/schedule-groups$/,
    needs: () => [{ action: 'scheduler:ListScheduleGroups', resource: '*' }],
    run({ query }, schedules) {
      const { limit, prefix, after } = pageOf(query)
      const found = schedules.store.groups(after, limit + 1, prefix)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        ScheduleGroups: page.map((group) => describeGroup(group, schedules)),
        ...(found.length > limit && last && { NextToken: encode(last.name) }),
      }
    },
  },
]

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

function onGroup(action: string, request: Request, schedules: Schedules): AccessRequest {
  return { action: `scheduler:${action}`, resource: schedules.groupArn(request.name) }
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

function describeGroup({ name, createdAt }: StoredGroup, schedules: Schedules) {
  const CreationDate = createdAt / 1000
  return {
    Arn: schedules.groupArn(name),
    Name: name,
    State: 'ACTIVE',
    CreationDate,
    LastModificationDate: CreationDate,
  }
}
