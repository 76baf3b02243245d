import type { ReconcileStep } from '@replywright/contract/dashboard/operations.ts'
import type { Ms } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { RECONCILED_DOCUMENTS } from '../../agents/documents/document-entity.ts'
import { RECONCILED_WEBSITES } from '../../agents/websites/website-entity.ts'
import {
  RECONCILED_ENDED_SESSIONS,
  RECONCILED_EXAMS,
  RECONCILED_FIRED_WAKE_UPS,
  RECONCILED_PROOFS,
  RECONCILED_SESSIONS,
  RECONCILED_WAKE_UPS,
} from '../../answering/reconcile.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import {
  RECONCILED_HELD_TURNS,
  RECONCILED_MERGES,
  RECONCILED_TURNS,
  RECONCILED_UNDOS,
  reconciledWindows,
} from '../../conversations/reconcile.ts'
import type { RoutedNumber } from '../../conversations/routing/effective-route.ts'
import { RECONCILED_DELIVERIES, RECONCILED_REPLAYS } from '../../deliveries/reconcile.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Out } from '../../platform/outbox/out.ts'
import type { ReconciledKind, ReconcileTimes } from '../../platform/outbox/reconciled-kind.ts'
import { resendMessages } from '../../platform/outbox/send-batch.ts'
import { settings } from '../../platform/settings.ts'
import { oncePerKey } from '../../platform/table/once-per-key.ts'
import { readPositions, writePositions } from '../../platform/table/scan-positions.ts'
import { type ScannedPage, scanItems, scanTable } from '../../platform/table/scan-table.ts'
import { table } from '../../platform/table/table.ts'

/**
 * Returns all kinds of items that depend on a message which could be lost. Add each new kind. `findNumber` finds a
 * number by the provider's id.
 */
export function reconciledKinds(
  findNumber: (phoneNumberId: string) => Promise<RoutedNumber | undefined>,
): readonly ReconciledKind[] {
  return [
    RECONCILED_DELIVERIES,
    reconciledWindows(findNumber),
    RECONCILED_TURNS,
    RECONCILED_MERGES,
    RECONCILED_UNDOS,
    RECONCILED_HELD_TURNS,
    RECONCILED_WAKE_UPS,
    RECONCILED_FIRED_WAKE_UPS,
    RECONCILED_SESSIONS,
    RECONCILED_ENDED_SESSIONS,
    RECONCILED_REPLAYS,
    RECONCILED_DOCUMENTS,
    RECONCILED_PROOFS,
    RECONCILED_EXAMS,
    RECONCILED_WEBSITES,
  ]
}

/** A newer message may still be in transit. */
const OVERDUE_AFTER_MILLISECONDS = 10 * 60 * 1000

interface ReconcileOptions {
  /** URLs of the work queues, by the names in `out.q`. */
  readonly queueUrls: Readonly<Record<string, string>>
  readonly clock: Clock
  /** Minimum age of an overdue message. @default ten minutes */
  readonly olderThan?: Ms
  /** Whether to find messages without sending them. */
  readonly dryRun?: boolean
  readonly onProgress?: (progress: Reconciled) => void
}

interface Reconciled {
  /** Items of the table that were read. */
  readonly scanned: number
  readonly readUnits: number
  /** Overdue messages by kind. They are sent again except in a dry run. */
  readonly overdue: Readonly<Record<string, number>>
}

interface InSegments extends ReconcileOptions {
  /** The `position` of an interrupted run. */
  readonly from?: string | undefined
  readonly signal?: AbortSignal
}

/**
 * Finds items whose message is overdue and sends the message again as the relay does (design, rule 18). Safe at any
 * time and idempotent: workers check the records, so an additional message has no effect. Reads the whole table, in
 * segments side by side. After an abort it returns early, with the `position` at which another run continues.
 */
export async function reconcile(options: InSegments): Promise<Reconciled & { readonly position: string | undefined }> {
  const { from, signal } = options
  const reconciliation = begin(options)
  let position = from
  const pages = scanItems(table.table, {
    ...reconciliation.request,
    ...(from !== undefined && { positions: readPositions(from) }),
  })
  for await (const page of pages) {
    if (signal?.aborted) break
    await reconciliation.resend(page)
    position = writePositions(page.positions)
  }
  return { ...reconciliation.done(), position }
}

type Page = Pick<ScannedPage, 'items' | 'scanned' | 'readUnits'>

/** Begins a reconciliation: what to read, and what to do with each page. */
function begin({
  queueUrls,
  clock,
  olderThan = OVERDUE_AFTER_MILLISECONDS,
  dryRun = false,
  onProgress,
}: ReconcileOptions) {
  const kinds = reconciledKinds(oncePerKey((phoneNumberId: string) => findNumber(phoneNumberId, 'recent')))
  let reconciled: Reconciled = {
    scanned: 0,
    readUnits: 0,
    overdue: Object.fromEntries(kinds.map(({ name }) => [name, 0])),
  }
  return {
    request: scanRequest(kinds),
    done: () => reconciled,
    async resend(page: Page): Promise<void> {
      const now = clock()
      const found = await overdueOf(page, kinds, { now, dueBefore: now - olderThan })
      const messages = found.map(({ message }) => message)
      if (!dryRun) await resendMessages(messages, queueUrls, now)
      const overdue = { ...reconciled.overdue }
      for (const { kind } of found) overdue[kind] = (overdue[kind] ?? 0) + 1
      const { scanned, readUnits } = reconciled
      reconciled = { scanned: scanned + page.scanned, readUnits: readUnits + page.readUnits, overdue }
      onProgress?.(reconciled)
    },
  }
}

function scanRequest(kinds: readonly ReconciledKind[]) {
  const parts = kinds.map(({ entity, filter, values, attributes }, index) => ({
    filter: `(#_e = :entity${index} AND ${filter})`,
    values: { [`:entity${index}`]: entity, ...values },
    attributes,
  }))
  return {
    filter: parts.map(({ filter }) => filter).join(' OR '),
    values: Object.assign({}, ...parts.map(({ values }) => values)),
    attributes: [...new Set(['pk', 'sk', '_e', '_v', ...parts.flatMap(({ attributes }) => attributes)])],
  }
}

async function overdueOf(
  { items }: Pick<ScannedPage, 'items'>,
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

/**
 * A step ends after this time, well before the timeout of an HTTP request. A page of the table takes up to a second.
 */
const STEP_MILLISECONDS = 6_000

const Key = v.object({ pk: v.string(), sk: v.string() })
const Cursor = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  Key,
)

/**
 * Reconciles a part of the table (`reconcile.ts`). Repeat with the returned cursor until it is null. A step whose
 * response was lost can be repeated: an additional message has no effect.
 */
export async function reconcileStep(
  { cursor, dryRun = false }: { readonly cursor?: string | undefined; readonly dryRun?: boolean | undefined },
  userId: string,
  clock: Clock,
): Promise<ReconcileStep> {
  const end = clock() + STEP_MILLISECONDS
  const { request, resend, done } = begin({ queueUrls: settings.WORK_QUEUE_URLS, clock, dryRun })
  let next: ScannedPage['next']
  for await (const page of scanTable({ ...request, start: startOf(cursor) })) {
    await resend(page)
    next = page.next
    if (clock() >= end) break
  }
  const { scanned, readUnits, overdue } = done()
  const found = Object.values(overdue).reduce((sum, count) => sum + count, 0)
  log('operator.reconciled', { userId, dryRun, scanned, found, isLast: next === undefined })
  return { cursor: next === undefined ? null : cursorOf(next), scanned, readUnits, overdue }
}

function cursorOf(key: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(v.parse(Key, key))).toString('base64url')
}

function startOf(cursor: string | undefined): v.InferOutput<typeof Key> | undefined {
  if (cursor === undefined) return undefined
  const key = v.safeParse(Cursor, cursor)
  if (!key.success) throw invalidField('cursor', 'invalid; start again without it')
  return key.output
}
