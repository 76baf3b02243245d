import { AUDIT_DAYS, type AuditAction, type AuditObject } from '@replywright/contract/audit.ts'
import type { AuditEntry } from '@replywright/contract/audit-log.ts'
import { isObject } from '@replywright/contract/json.ts'
import { maskedUrl } from '@replywright/contract/masked-url.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter, isoTime, monthOf, newId, timeOfId } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { logError } from '../log/log.ts'
import { listMonthly, type Period } from '../paging/list-monthly.ts'
import type { NewestFirst } from '../paging/newest-first.ts'
import type { Caller } from '../request.ts'
import { Revised } from '../revision.ts'
import { AUDIT_CSV_HEADER, auditCsv } from './audit-csv.ts'
import { AuditEntity, type AuditItem } from './audit-entity.ts'

/** A change before it happens. */
export type Change = Omit<AuditItem, 'month' | 'id' | 'outcome' | 'code' | 'expiresAt'>

/** What an entry says about the state of its object before and after the change, and about a result that is no success. */
export interface Comparison {
  /** Reads the object before the change, as the result of the change shows it. */
  readonly read?: () => Promise<unknown>
  readonly compare: (before: unknown, result: unknown) => Outcome
}

const LONGEST_NAME = 200

/**
 * Stores an entry for each of `changes`, then calls `run` and records its outcome. No change happens without an entry.
 * With `comparison`, the entry has the old and the new values. An entry without outcome belongs to an operation that was
 * interrupted. The `id` and the name in the result identify an object that `run` created. `id` sorts by time; a repeat
 * with the same id settles the entry of the first attempt, but what is done stays done if the repeat is refused.
 */
export async function recordChange<Result>(
  changes: readonly Change[],
  run: () => Promise<Result>,
  id: string = newId(),
  comparison?: Comparison,
): Promise<Result> {
  const [before, ...entries] = await Promise.all([
    // The operation fails for the same reason, and reports it.
    comparison?.read?.().catch(() => undefined),
    ...changes.map((change) => start(change, id)),
  ])
  try {
    const result = await run()
    const created = { ...createdObject(before), ...createdObject(result) }
    const compared = comparison?.compare(before, result)
    // Entries outlive the erased data of a customer.
    await settle(entries, (entry) => ({
      ...(entry.object !== 'customer' && created),
      ...namesOf(entry),
      outcome: 'done',
      ...compared,
    }))
    return result
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.status < 500
    await settle(entries, (entry) => ({
      ...createdObject(before),
      ...namesOf(entry),
      outcome: isRefused ? 'refused' : 'failed',
      ...(isRefused && { code: error.code }),
    }))
    throw error
  }
}

/**
 * Stores the entry of each of `changes`, which have happened, in one write each. A failed write is logged: it must not
 * prevent a sign-in.
 */
export async function recordEvents(
  changes: readonly Change[],
  outcome: Pick<AuditItem, 'outcome' | 'code'> = { outcome: 'done' },
): Promise<void> {
  await Promise.all(
    changes.map(async (change) => {
      try {
        await AuditEntity.create({ ...newEntry(change), ...outcome }).go()
      } catch (error) {
        logError('audit.not_recorded', error, { organizationId: change.organizationId, action: change.action })
      }
    }),
  )
}

/** Returns a new entry of a change. `id` sorts by time. */
export function newEntry(change: Change, id: string = newId()): AuditItem {
  const at = timeOfId(id)
  return { ...change, id, month: monthOf(at), expiresAt: expiryAfter(at, AUDIT_DAYS) }
}

/** Returns who a caller is, for an entry. */
export function actorOf({ organizationId, userId, email, apiKey }: Caller) {
  return {
    organizationId,
    userId,
    ...(email !== undefined && { email }),
    ...(apiKey && { apiKeyId: apiKey.id, apiKeyName: apiKey.name }),
  }
}

async function start(change: Change, id: string): Promise<AuditItem> {
  const entry = newEntry(change, id)
  await AuditEntity.create(entry).go({ returnOnConditionCheckFailure: true })
  return entry
}

type Outcome = Partial<Pick<AuditItem, 'objectId' | 'objectName' | 'changes' | 'version' | 'outcome' | 'code'>>

/** The operation has ended, so a failed write must not change its result. */
async function settle(entries: readonly AuditItem[], outcomeOf: (entry: AuditItem) => Outcome): Promise<void> {
  await Promise.all(
    entries.map(async (entry) => {
      const { organizationId, month, id } = entry
      try {
        const outcome = outcomeOf(entry)
        // A repeat of a refused request may succeed.
        const removed = outcome.code === undefined ? (['code'] as const) : []
        await AuditEntity.patch({ organizationId, month, id })
          .set(outcome)
          .remove([...removed])
          .where((stored, { exists, ne, notExists }) =>
            outcome.outcome === 'done'
              ? exists(stored.action)
              : `${notExists(stored.outcome)} OR ${ne(stored.outcome, 'done')}`,
          )
          .go({ returnOnConditionCheckFailure: true })
      } catch (error) {
        logError('audit.not_settled', error, { organizationId, entryId: id })
      }
    }),
  )
}

function namesOf({ objectId, objectName }: AuditItem): Outcome {
  return { ...(objectId !== undefined && { objectId }), ...(objectName !== undefined && { objectName }) }
}

/** Returns the id and the name in a result: of most objects `name`, of members the address, of numbers the digits. */
function createdObject(result: unknown): Outcome {
  const object = result instanceof Revised ? result.resource : result
  if (!isObject(object)) return {}
  const { id, name, email, number } = object
  const objectName = [name, email, number].find((each) => typeof each === 'string' && each !== '')
  return {
    ...(typeof id === 'string' && id !== '' && { objectId: id }),
    ...(typeof objectName === 'string' && { objectName: objectName.slice(0, LONGEST_NAME) }),
  }
}

/** The values of a field before and after a change, as texts. A field without a value has none. */
interface ChangedValue {
  readonly field: string
  readonly before?: string
  readonly after?: string
}

/** Values are shown to members, who find the rest at the object. */
const LONGEST_VALUE = 200

/** Returns the values of those fields that differ. Arrays are sets: their order has no meaning. */
export function changedValues(fields: readonly string[], before: unknown, after: unknown): ChangedValue[] {
  if (!isObject(before) || !isObject(after)) return []
  return fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]]
    if (JSON.stringify(sorted(from)) === JSON.stringify(sorted(to))) return []
    const [old, changed] = [textOf(from), textOf(to)]
    return [{ field, ...(old !== undefined && { before: old }), ...(changed !== undefined && { after: changed }) }]
  })
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value
}

/** Returns the name of an object, the items of an array, or the text of another value; undefined without a value. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const text = Array.isArray(value) ? value.toSorted().join(', ') : String(isObject(value) ? value.name : shown(value))
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}

/** Returns a value without the parts of a URL that may be secrets. */
function shown(value: unknown): unknown {
  return typeof value === 'string' && URL.canParse(value) ? maskedUrl(value) : value
}

/** Entries in one part of an export. */
const EXPORTED_AT_ONCE = 1000

/** Returns a page of the audit log as the dashboard shows it. */
export async function viewAuditLog(
  organizationId: string,
  { limit, cursor, ...filter }: AuditFilter & { readonly limit: number; readonly cursor?: string | undefined },
  now: EpochMs,
): Promise<{ results: AuditEntry[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listEntries(organizationId, filter, { limit, cursor }, now)
  return { results: items.map(auditView), nextCursor }
}

/** Returns a part of the audit log as CSV. */
export async function exportAuditLog(
  organizationId: string,
  { cursor, ...filter }: AuditFilter & { readonly cursor?: string | undefined },
  now: EpochMs,
): Promise<{ csv: string; nextCursor: string | null }> {
  const page = await viewAuditLog(organizationId, { ...filter, cursor, limit: EXPORTED_AT_ONCE }, now)
  const csv = `${cursor === undefined ? AUDIT_CSV_HEADER : ''}${auditCsv(page.results)}`
  return { csv, nextCursor: page.nextCursor }
}

/** Returns an entry as the dashboard and the operators' command show it. */
function auditView(entry: AuditItem): AuditEntry {
  const { id, action, object, objectId, objectName, fields, userId, email, apiKeyId, apiKeyName } = entry
  const { changes = [], version, requestId, sourceIp, forwardedFor, outcome, code } = entry
  return {
    id,
    at: isoTime(timeOfId(id)),
    action,
    object,
    objectId: objectId ?? null,
    objectName: objectName ?? null,
    fields: fields ?? [],
    changes: changes.map(({ field, before, after }) => ({ field, before: before ?? null, after: after ?? null })),
    version: version ?? null,
    actor: {
      userId: userId ?? null,
      email: email ?? null,
      apiKeyId: apiKeyId ?? null,
      apiKeyName: apiKeyName ?? null,
    },
    requestId: requestId ?? null,
    sourceIp: sourceIp ?? null,
    forwardedFor: forwardedFor ?? null,
    outcome: outcome ?? 'interrupted',
    code: code ?? null,
  }
}

export interface AuditFilter extends Period {
  /** The id of a user or of an API key. */
  readonly actor?: string
  readonly action?: AuditAction
  readonly object?: AuditObject
  readonly objectId?: string
}

/** Returns a page of an organisation's audit log, newest first (`listMonthly`). */
export async function listEntries(
  organizationId: string,
  { since, until, ...filter }: AuditFilter,
  page: { readonly limit: number; readonly cursor?: string | undefined },
  now: EpochMs,
): Promise<NewestFirst<AuditItem>> {
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  return await listMonthly(
    ({ month, first, until: end, limit }) =>
      AuditEntity.query
        .byTime({ organizationId, month })
        .between({ id: first }, { id: end })
        .go({ limit, order: 'desc' }),
    { ...page, since, until, days: AUDIT_DAYS, passes: isFiltered ? (entry) => passes(filter, entry) : undefined },
    now,
  )
}

function passes({ actor, action, object, objectId }: Omit<AuditFilter, keyof Period>, entry: AuditItem): boolean {
  return (
    (actor === undefined || actor === entry.userId || actor === entry.apiKeyId) &&
    (action === undefined || action === entry.action) &&
    (object === undefined || object === entry.object) &&
    (objectId === undefined || objectId === entry.objectId)
  )
}
