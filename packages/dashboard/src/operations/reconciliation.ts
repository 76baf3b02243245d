import type { ReconcileStep } from '@replywright/contract/dashboard/operations.ts'

/** What the steps of a reconciliation have done so far. */
export interface Reconciliation {
  readonly isDryRun: boolean
  readonly isDone: boolean
  /** The cursor of the next step; undefined before the first one. */
  readonly cursor: string | undefined
  readonly scanned: number
  readonly readUnits: number
  /** Lost messages by kind. */
  readonly overdue: Readonly<Record<string, number>>
}

export function newReconciliation(isDryRun: boolean): Reconciliation {
  return { isDryRun, isDone: false, cursor: undefined, scanned: 0, readUnits: 0, overdue: {} }
}

/** Adds a step. */
export function afterStep(
  before: Reconciliation,
  { cursor, scanned, readUnits, overdue }: ReconcileStep,
): Reconciliation {
  const kinds = new Set([...Object.keys(before.overdue), ...Object.keys(overdue)])
  return {
    isDryRun: before.isDryRun,
    isDone: cursor === null,
    cursor: cursor ?? undefined,
    scanned: before.scanned + scanned,
    readUnits: before.readUnits + readUnits,
    overdue: Object.fromEntries([...kinds].map((kind) => [kind, (before.overdue[kind] ?? 0) + (overdue[kind] ?? 0)])),
  }
}

export function lostTotal({ overdue }: Pick<Reconciliation, 'overdue'>): number {
  return Object.values(overdue).reduce((sum, count) => sum + count, 0)
}
