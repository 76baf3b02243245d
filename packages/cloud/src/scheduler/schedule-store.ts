import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { parseDefinition, type ScheduleDefinition, type ScheduleKey } from './scheduler-input.ts'

/** A schedule as stored. Times are milliseconds since the epoch. */
export interface StoredSchedule extends ScheduleKey {
  readonly definition: ScheduleDefinition
  readonly createdAt: number
  readonly modifiedAt: number
  /** The next time of invocation; `null` if there is none. */
  readonly occurrence: number | null
  /** When to try: the occurrence, or later after failures. */
  readonly dueAt: number | null
  /** Failed attempts for this occurrence. */
  readonly attempts: number
  /** Whether it is declared in the template. */
  readonly declared: boolean
}

const Row = v.object({
  name: v.string(),
  group: v.string(),
  definition: v.pipe(v.string(), v.transform(parseDefinition)),
  createdAt: v.number(),
  modifiedAt: v.number(),
  occurrence: v.nullable(v.number()),
  dueAt: v.nullable(v.number()),
  attempts: v.number(),
  declared: v.pipe(
    v.number(),
    v.transform((declared) => declared === 1),
  ),
})
const TokenRow = v.object({ request: v.string() })
const DueRow = v.object({ dueAt: v.nullable(v.number()) })

const TABLES = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS schedules (
    "group" TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, createdAt INTEGER NOT NULL,
    modifiedAt INTEGER NOT NULL, occurrence INTEGER, dueAt INTEGER, attempts INTEGER NOT NULL, declared INTEGER NOT NULL,
    PRIMARY KEY ("group", name)
  );
  CREATE INDEX IF NOT EXISTS due ON schedules (dueAt) WHERE dueAt IS NOT NULL;
  CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, request TEXT NOT NULL, at INTEGER NOT NULL);`

const COLUMNS = '"group", name, definition, createdAt, modifiedAt, occurrence, dueAt, attempts, declared'

/** The schedules of one cloud in one SQLite file. A change is on disk when its method returns. */
export class ScheduleStore {
  readonly #database: DatabaseSync

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true })
    this.#database = new DatabaseSync(file)
    this.#database.exec(TABLES)
  }

  inTransaction<Result>(change: () => Result): Result {
    this.#database.exec('BEGIN')
    try {
      const result = change()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  get({ group, name }: ScheduleKey): StoredSchedule | undefined {
    return this.#schedules('WHERE "group" = ? AND name = ?', group, name)[0]
  }

  put(schedule: StoredSchedule): void {
    const { group, name, definition, createdAt, modifiedAt, occurrence, dueAt, attempts, declared } = schedule
    this.#database
      .prepare(`INSERT OR REPLACE INTO schedules (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        group,
        name,
        JSON.stringify(definition),
        createdAt,
        modifiedAt,
        occurrence,
        dueAt,
        attempts,
        Number(declared),
      )
  }

  delete({ group, name }: ScheduleKey): void {
    this.#database.prepare('DELETE FROM schedules WHERE "group" = ? AND name = ?').run(group, name)
  }

  /** Lists schedules by group and name, after `after` (`<group>/<name>`). */
  list(after: string, limit: number, wanted: { group?: string; prefix?: string; state?: string }): StoredSchedule[] {
    const { group = '', prefix = '', state = '' } = wanted
    const where = `WHERE "group" || '/' || name > ? AND (? = '' OR "group" = ?) AND substr(name, 1, length(?)) = ?
      AND (? = '' OR definition ->> '$.State' = ?) ORDER BY "group" || '/' || name LIMIT ?`
    return this.#schedules(where, after, group, group, prefix, prefix, state, state, limit)
  }

  declared(): StoredSchedule[] {
    return this.#schedules('WHERE declared = 1')
  }

  /** Returns schedules that are due, the longest overdue first. */
  due(now: number, limit: number): StoredSchedule[] {
    return this.#schedules('WHERE dueAt <= ? ORDER BY dueAt LIMIT ?', now, limit)
  }

  nextDueAt(): number | undefined {
    const row = this.#database.prepare('SELECT min(dueAt) AS dueAt FROM schedules WHERE dueAt IS NOT NULL').get()
    return v.parse(DueRow, { ...row }).dueAt ?? undefined
  }

  /** Returns the request that was made with a client token. */
  request(token: string): string | undefined {
    const row = this.#database.prepare('SELECT request FROM tokens WHERE token = ?').get(token)
    return row && v.parse(TokenRow, { ...row }).request
  }

  keepRequest(token: string, request: string, at: number): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO tokens (token, request, at) VALUES (?, ?, ?)')
      .run(token, request, at)
  }

  forgetRequests(before: number): void {
    this.#database.prepare('DELETE FROM tokens WHERE at < ?').run(before)
  }

  close(): void {
    this.#database.close()
  }

  #schedules(where: string, ...values: (string | number)[]): StoredSchedule[] {
    const rows = this.#database.prepare(`SELECT ${COLUMNS} FROM schedules ${where}`).all(...values)
    return rows.map((row) => v.parse(Row, { ...row }))
  }
}
