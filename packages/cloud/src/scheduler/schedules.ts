import { createHash } from 'node:crypto'
import type { Environment, JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Time } from '../time.ts'
import { type Recurrence, recurrenceOf } from './recurrence.ts'
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts'
import { invalid, type ScheduleDefinition, type ScheduleKey } from './scheduler-input.ts'
import type { TargetRoles } from './target-role.ts'

/** How long client tokens of requests are stored. */
const TOKEN_MILLISECONDS = 24 * 3_600_000

const TARGET_SERVICES = new Set(['sqs', 'lambda'])

/** The operations of EventBridge Scheduler on schedules. Methods throw a `ServiceError` as it would. */
export class Schedules {
  readonly store: ScheduleStore
  readonly #time: Time
  readonly #roles: TargetRoles
  readonly #groups: ReadonlySet<string>
  readonly #prefix: string
  #onChange: () => void = () => {}

  constructor(options: {
    readonly store: ScheduleStore
    readonly time: Time
    readonly roles: TargetRoles
    /** Names of the template's schedule groups. */
    readonly groups: readonly string[]
    readonly environment: Environment
  }) {
    const { store, time, roles, groups, environment } = options
    this.store = store
    this.#time = time
    this.#roles = roles
    this.#groups = new Set(['default', ...groups])
    this.#prefix = `arn:aws:scheduler:${environment.region}:${environment.accountId}:`
    store.forgetRequests(time.now() - TOKEN_MILLISECONDS)
  }

  /** Calls `run` whenever something may be due earlier than before. */
  watch(run: () => void): void {
    this.#onChange = run
  }

  arn({ group, name }: ScheduleKey): string {
    return `${this.#prefix}schedule/${group}/${name}`
  }

  get(key: ScheduleKey): StoredSchedule {
    const schedule = this.store.get(key)
    if (!schedule) throw notFound(`Schedule ${key.name} does not exist.`)
    return schedule
  }

  create(key: ScheduleKey, definition: ScheduleDefinition, token?: string): void {
    this.#once(token, { create: key, definition }, () => {
      if (!this.#groups.has(key.group)) throw notFound(`Schedule group ${key.group} does not exist.`)
      if (this.store.get(key)) throw conflict(`Schedule ${key.name} already exists.`)
      this.#put(key, definition, this.#time.now(), false)
    })
  }

  delete(key: ScheduleKey, token?: string): void {
    this.#once(token, { delete: key }, () => this.store.delete(this.get(key)))
  }

  /** Creates or updates a schedule of the template. An unchanged definition changes nothing. */
  declare(key: ScheduleKey, definition: ScheduleDefinition): void {
    const existing = this.store.get(key)
    if (existing && JSON.stringify(existing.definition) === JSON.stringify(definition)) return
    this.#put(key, definition, existing?.createdAt ?? this.#time.now(), true)
  }

  /** Completes an occurrence that was invoked or failed permanently. */
  complete(schedule: StoredSchedule): void {
    const { definition, occurrence } = schedule
    const recurrence = recurrenceFor(definition, schedule.createdAt)
    const after = recurrence.once ? (occurrence ?? 0) : Math.max(occurrence ?? 0, this.#time.now())
    const next = recurrence.nextAfter(after) ?? null
    if (next === null && definition.ActionAfterCompletion === 'DELETE') this.store.delete(schedule)
    else this.store.put({ ...schedule, occurrence: next, dueAt: next, attempts: 0 })
  }

  /** Schedules another attempt after a failed one. */
  retry(schedule: StoredSchedule, dueAt: number): void {
    this.store.put({ ...schedule, dueAt, attempts: schedule.attempts + 1 })
  }

  #put(key: ScheduleKey, definition: ScheduleDefinition, createdAt: number, declared: boolean): void {
    const now = this.#time.now()
    const recurrence = recurrenceFor(definition, createdAt)
    const { Arn, RoleArn } = definition.Target
    if (!TARGET_SERVICES.has(Arn.split(':')[2] ?? '')) throw invalid(`The target ${Arn} is not supported.`)
    if (!this.#roles.mayAssume(RoleArn, key.group)) {
      throw invalid('The execution role you provide must allow AWS EventBridge Scheduler to assume the role.')
    }
    // A declared schedule whose time has passed remains, as on AWS when its stack is unchanged.
    const first = recurrence.firstFrom(Math.floor(now / 1000) * 1000) ?? null
    if (first === null && !declared) throw invalid(`${definition.ScheduleExpression} is in the past.`)
    const occurrence = definition.State === 'ENABLED' ? first : null
    const state = { occurrence, dueAt: occurrence, attempts: 0, createdAt, modifiedAt: now, declared }
    this.store.put({ ...key, definition, ...state })
  }

  /** Returns the first result of a request that is repeated with its client token, without executing it again. */
  #once(token: string | undefined, request: JsonObject, change: () => void): void {
    const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex')
    const before = token === undefined ? undefined : this.store.request(token)
    if (before === digest) return
    if (before !== undefined) throw conflict('The client token was used for another request.')
    this.store.inTransaction(() => {
      change()
      if (token !== undefined) this.store.keepRequest(token, digest, this.#time.now())
    })
    this.#onChange()
  }
}

function recurrenceFor(definition: ScheduleDefinition, createdAt: number): Recurrence {
  const { ScheduleExpression, ScheduleExpressionTimezone, StartDate, EndDate } = definition
  try {
    return recurrenceOf({
      expression: ScheduleExpression,
      timezone: ScheduleExpressionTimezone,
      anchor: StartDate === undefined ? createdAt : StartDate * 1000,
      end: EndDate === undefined ? undefined : EndDate * 1000,
    })
  } catch (error) {
    if (error instanceof RangeError)
      throw invalid(`Invalid Schedule Expression ${ScheduleExpression}: ${error.message}`)
    throw error
  }
}

function notFound(message: string): ServiceError {
  return new ServiceError(404, 'ResourceNotFoundException', message)
}

function conflict(message: string): ServiceError {
  return new ServiceError(409, 'ConflictException', message)
}
