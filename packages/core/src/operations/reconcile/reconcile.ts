import { findNumber } from '../../channel/numbers/find-number.ts'
import type { Clock } from '../../platform/clock.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import type { Out } from '../../platform/table/out.ts'
import { type ScannedPage, scanTable } from '../../platform/table/scan-table.ts'
import { markIndexed } from '../customers/indexed-since-entity.ts'
import { completeItem, OUTDATED_KEYS } from './complete-keys.ts'
import { type FindNumber, RECONCILED_KINDS } from './kinds.ts'
import type { ReconcileTimes } from './overdue.ts'
import { resendMessages } from './resend-messages.ts'

/** A newer message may still be in transit. */
export const OVERDUE_AFTER_MILLISECONDS = 10 * 60 * 1000

export interface ReconcileOptions {
  /** URLs of the work queues, by the names in `out.q`. */
  readonly queueUrls: Readonly<Record<string, string>>
  readonly clock: Clock
  /** Minimum age of an overdue message, in milliseconds. @default ten minutes */
  readonly olderThan?: number
  /** Whether to find messages without sending them. */
  readonly dryRun?: boolean
  /** Whether to complete the keys of items of earlier versions. @default true */
  readonly completesKeys?: boolean
  /** The `next` of an earlier call, to continue after it. */
  readonly start?: Reconciled['next']
  /** Whether to stop after the current page although the table has more. @default never */
  readonly isEnough?: () => boolean
  readonly onProgress?: (progress: Reconciled) => void
}

export interface Reconciled {
  /** Items of the table that were read. */
  readonly scanned: number
  readonly readUnits: number
  /** Overdue messages by kind. They are sent again except in a dry run. */
  readonly overdue: Readonly<Record<string, number>>
  /** Items of earlier versions that were completed; 0 in a dry run. */
  readonly completed: number
  /** Where to continue; undefined if the whole table was read. */
  readonly next: Readonly<Record<string, unknown>> | undefined
}

/**
 * Finds items whose message is overdue and sends the message again as the relay does (design, rule 18). Safe at any
 * time and idempotent: workers check the records, so an additional message has no effect. Also completes the keys of
 * items of earlier versions. Reads the whole table.
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciled> {
  const { queueUrls, clock, olderThan = OVERDUE_AFTER_MILLISECONDS, dryRun = false, onProgress } = options
  const { start, isEnough, completesKeys = true } = options
  if (!dryRun && completesKeys) await markIndexed(clock())
  const find = oncePerKey((phoneNumberId: string) => findNumber(phoneNumberId, 'recent'))
  const overdue = Object.fromEntries(RECONCILED_KINDS.map(({ name }) => [name, 0]))
  let reconciled: Reconciled = { scanned: 0, readUnits: 0, overdue, completed: 0, next: undefined }
  for await (const page of scanTable({ ...scanRequest(completesKeys), start })) {
    const now = clock()
    let { completed } = reconciled
    const found = await overdueOf(page, { now, dueBefore: now - olderThan }, find)
    if (!dryRun) {
      const messages = found.map(({ message }) => message)
      await resendMessages(messages, queueUrls, now)
      if (completesKeys) for (const item of page.items) if (await completeItem(item, now)) completed++
    }
    for (const { kind } of found) overdue[kind] = (overdue[kind] ?? 0) + 1
    reconciled = {
      scanned: reconciled.scanned + page.scanned,
      readUnits: reconciled.readUnits + page.readUnits,
      overdue: { ...overdue },
      completed,
      next: page.next,
    }
    onProgress?.(reconciled)
    if (isEnough?.()) break
  }
  return reconciled
}

function scanRequest(completesKeys: boolean) {
  const kinds = RECONCILED_KINDS.map(({ entity, filter, values, attributes }, index) => ({
    filter: `(#_e = :entity${index} AND ${filter})`,
    values: { [`:entity${index}`]: entity, ...values },
    attributes,
  }))
  const parts = [...kinds, ...(completesKeys ? [OUTDATED_KEYS] : [])]
  return {
    filter: parts.map(({ filter }) => filter).join(' OR '),
    values: Object.assign({}, ...parts.map(({ values }) => values)),
    attributes: [...new Set(['pk', 'sk', '_e', '_v', ...parts.flatMap(({ attributes }) => attributes)])],
  }
}

async function overdueOf(
  { items }: ScannedPage,
  times: ReconcileTimes,
  find: FindNumber,
): Promise<{ readonly kind: string; readonly message: Out }[]> {
  const found = await Promise.all(
    items.map(async (stored) => {
      const kind = RECONCILED_KINDS.find(({ entity }) => entity === stored._e)
      const message = await kind?.overdue(stored, times, find)
      return kind && message ? [{ kind: kind.name, message }] : []
    }),
  )
  return found.flat()
}
