import type { DocumentItem } from './document-entity.ts'
import type { DocumentProblem } from './document-problem.ts'

/** A reader that is killed says nothing: after so many tries on one file, the file is the reason. */
const MOST_ATTEMPTS = 2
const LONGEST_PAUSE_SECONDS = 60

export type Plan =
  /** Attempt number `attempt` on the file with this ETag. */
  | { readonly kind: 'read'; readonly etag: string; readonly attempt: number }
  | { readonly kind: 'fail'; readonly problem: DocumentProblem; readonly etag: string | undefined }
  /** The document is gone: so must be its objects. */
  | { readonly kind: 'forget' }
  /** Nothing to do now, but a file can still arrive. */
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'done' }

/**
 * What to do about a document now. A file that was read is looked at again while its form is valid: it can be replaced.
 * @param item null when the agent has no such document
 * @param etag of the file; undefined when there is none
 */
export function planReading(
  item: Pick<DocumentItem, 'status' | 'etag' | 'attempts' | 'createdAt'> | null,
  etag: string | undefined,
  arrivesUntil: number,
  now: number,
): Plan {
  const left = Math.ceil((arrivesUntil - now) / 1000)
  if (!item) return left > 0 ? { kind: 'wait', seconds: left } : { kind: 'forget' }
  const { status, attempts = 0, createdAt } = item
  const settled = status === 'ready' || status === 'error'
  if (etag !== undefined && etag !== item.etag) return { kind: 'read', etag, attempt: 1 }
  if (etag !== undefined && !settled)
    return attempts < MOST_ATTEMPTS
      ? { kind: 'read', etag, attempt: attempts + 1 }
      : { kind: 'fail', problem: 'too_intricate', etag }
  if (left > 0) return { kind: 'wait', seconds: Math.min(left, pauseSeconds(now - createdAt)) }
  return settled ? { kind: 'done' } : { kind: 'fail', problem: 'never_arrived', etag: item.etag }
}

/** A third of the time that has passed: who uploads at once is answered at once. */
function pauseSeconds(elapsed: number): number {
  return Math.max(1, Math.min(LONGEST_PAUSE_SECONDS, Math.round(elapsed / 3000)))
}
