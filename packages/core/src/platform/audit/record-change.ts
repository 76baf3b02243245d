import { AUDIT_DAYS } from '@messaging/contract/audit.ts'
import type { Caller } from '../caller.ts'
import { expiryAfter, monthOf, newId, timeOfId } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { isObject } from '../json.ts'
import { logError } from '../log/log.ts'
import { Revised } from '../table/revision.ts'
import { AuditEntity, type AuditItem } from './audit-entity.ts'

/** A change before it happens. */
export type Change = Omit<AuditItem, 'month' | 'id' | 'outcome' | 'code' | 'expiresAt'>

/** What an entry says about the state of its object before and after the change. */
export interface Comparison {
  /** Reads the object before the change, as the result of the change shows it. */
  readonly read?: () => Promise<unknown>
  readonly compare: (before: unknown, result: unknown) => Pick<Partial<AuditItem>, 'changes' | 'version'>
}

const LONGEST_NAME = 200

/**
 * Stores an entry for each of `changes`, then calls `run` and records its outcome. No change happens without an entry.
 * With `comparison`, the entry has the old and the new values. An entry without outcome belongs to an operation that was
 * interrupted. The `id` and the name in the result identify an object that `run` created. `id` sorts by time; a repeat
 * with the same id settles the entry of the first attempt.
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
      ...compared,
      outcome: 'done',
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
          .go()
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
