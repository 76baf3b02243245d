import type { ReconcileStep } from '@messaging/contract/dashboard/operations.ts'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { reconcile } from './reconcile.ts'

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
 * Reconciles a part of the table (`reconcile.ts`), without completing items of earlier versions. Repeat with the
 * returned cursor until it is null. A step whose response was lost can be repeated: an additional message has no
 * effect.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function reconcileStep(
  { cursor, dryRun = false }: { readonly cursor?: string | undefined; readonly dryRun?: boolean | undefined },
  userId: string,
  clock: Clock,
): Promise<ReconcileStep> {
  const end = clock() + STEP_MILLISECONDS
  const { next, scanned, readUnits, overdue } = await reconcile({
    queueUrls: settings.WORK_QUEUE_URLS,
    clock,
    dryRun,
    completesKeys: false,
    start: startOf(cursor),
    isEnough: () => clock() >= end,
  })
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
