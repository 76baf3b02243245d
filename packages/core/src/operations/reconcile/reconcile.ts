import { findNumber } from '../../channel/numbers/find-number.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Out } from '../../platform/outbox/out.ts'
import type { ReconciledKind, ReconcileTimes } from '../../platform/outbox/reconciled-kind.ts'
import { resendMessages } from '../../platform/outbox/resend-messages.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { type ScannedPage, scanTable } from '../../platform/table/scan-table.ts'
import { markIndexed } from '../customers/indexed-since-entity.ts'
import { completeItem, OUTDATED_KEYS } from './complete-keys.ts'
import { reconciledKinds } from './kinds.ts'

/** A newer message may still be in transit. */
const OVERDUE_AFTER_MILLISECONDS = 10 * 60 * 1000

interface ReconcileOptions {
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

interface Reconciled {
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
  const kinds = reconciledKinds(oncePerKey((phoneNumberId: string) => findNumber(phoneNumberId, 'recent')))
  const overdue = Object.fromEntries(kinds.map(({ name }) => [name, 0]))
  let reconciled: Reconciled = { scanned: 0, readUnits: 0, overdue, completed: 0, next: undefined }
  for await (const page of scanTable({ ...scanRequest(kinds, completesKeys), start })) {
    const now = clock()
    let { completed } = reconciled
    const found = await overdueOf(page, kinds, { now, dueBefore: now - olderThan })
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

function scanRequest(kinds: readonly ReconciledKind[], completesKeys: boolean) {
  const filters = kinds.map(({ entity, filter, values, attributes }, index) => ({
    filter: `(#_e = :entity${index} AND ${filter})`,
    values: { [`:entity${index}`]: entity, ...values },
    attributes,
  }))
  const parts = [...filters, ...(completesKeys ? [OUTDATED_KEYS] : [])]
  return {
    filter: parts.map(({ filter }) => filter).join(' OR '),
    values: Object.assign({}, ...parts.map(({ values }) => values)),
    attributes: [...new Set(['pk', 'sk', '_e', '_v', ...parts.flatMap(({ attributes }) => attributes)])],
  }
}

async function overdueOf(
  { items }: ScannedPage,
  kinds: readonly ReconciledKind[],
  times: ReconcileTimes,
): Promise<{ readonly kind: string; readonly message: Out }[]> {
  const found = await Promise.all(
    items.map(async (stored) => {
      const kind = kinds.find(({ entity }) => entity === stored._e)
      const message = await kind?.overdue(stored, times)
      return kind && message ? [{ kind: kind.name, message }] : []
    }),
  )
  return found.flat()
}
