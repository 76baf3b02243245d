import type { NoteGrant } from '../iam/grants.ts'
import { statementsByRole } from '../iam/roles.ts'
import { objectAt, textOf } from '../json.ts'
import type { Environment, JsonObject, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Time } from '../time.ts'
import { ScheduleStore } from './schedule-store.ts'
import { checked, ScheduleDefinition, ScheduleKey } from './scheduler-input.ts'
import { Schedules } from './schedules.ts'
import { type TargetRoles, targetRoles } from './target-role.ts'

/** The schedules of one cloud, from the template and created later. */
export interface Scheduler {
  readonly schedules: Schedules
  readonly roles: TargetRoles
  stop(): Promise<void>
}

/** Opens the schedules in `file`. @throws Error for an unsupported schedule of the template. */
export function openScheduler(options: {
  readonly file: string
  readonly resources: readonly Resource[]
  readonly environment: Environment
  readonly time: Time
  readonly onGrantUsed?: NoteGrant
}): Scheduler {
  const { file, resources, environment, time } = options
  const roles = targetRoles(resources, statementsByRole(resources), environment, options.onGrantUsed)
  const store = new ScheduleStore(file)
  const groups = resources
    .filter(({ type }) => type === 'AWS::Scheduler::ScheduleGroup')
    .map((group) => group.physicalId)
  const schedules = new Schedules({ store, time, roles, groups, environment })
  const stop = async () => store.close()
  try {
    const wanted = resources.filter(({ type }) => type === 'AWS::Scheduler::Schedule')
    const declared = wanted.map((resource) => declare(resource, schedules))
    const removed = store.declared().filter((schedule) => !declared.includes(schedules.arn(schedule)))
    for (const schedule of removed) store.delete(schedule)
    return { schedules, roles, stop }
  } catch (error) {
    store.close()
    throw error
  }
}

/** Declares a schedule of the template. @returns its ARN. */
function declare({ stack, logicalId, physicalId, properties }: Resource, schedules: Schedules): string {
  try {
    const key = checked(ScheduleKey, { name: physicalId, group: textOf(properties.GroupName) })
    schedules.declare(key, checked(ScheduleDefinition, asInput(properties)))
    return schedules.arn(key)
  } catch (cause) {
    if (cause instanceof ServiceError) throw new Error(`${stack}/${logicalId}: ${cause.message}`, { cause })
    throw cause
  }
}

/** Converts a template's dates, which are strings, and its numbers, which may be strings. */
function asInput(properties: JsonObject): JsonObject {
  const seconds = (name: string) => {
    const date = textOf(properties[name])
    return date === undefined ? {} : { [name]: Date.parse(date) / 1000 }
  }
  const target = objectAt(properties, 'Target')
  return { ...properties, ...seconds('StartDate'), ...seconds('EndDate'), Target: target }
}
