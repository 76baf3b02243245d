import type { EpochMs } from '@replywright/contract/time.ts'
import { type DocumentItem, isFinished } from './document-entity.ts'
import type { DocumentProblem } from './document-problems.ts'

/** A reader that is killed reports no error. After this number of attempts the file is unreadable. */
const MOST_ATTEMPTS = 2
const LONGEST_PAUSE_SECONDS = 60

export type Plan =
  /** Read the file with this ETag; `attempt` counts from 1. */
  | { readonly kind: 'read'; readonly etag: string; readonly attempt: number }
  | { readonly kind: 'fail'; readonly problem: DocumentProblem; readonly etag: string | undefined }
  /** The document was deleted: delete its objects. */
  | { readonly kind: 'delete-objects' }
  /** Nothing to do now, but a file can still be uploaded. */
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'done' }

/**
 * Decides the next step for a document. A file that was read is checked again while its form is valid, because it can
 * be replaced.
 * @param item null if the agent has no such document
 * @param etag ETag of the file; undefined if there is none
 */
export function planReading(
  item: Pick<DocumentItem, 'status' | 'etag' | 'attempts' | 'createdAt'> | null,
  etag: string | undefined,
  arrivesUntil: EpochMs,
  now: EpochMs,
): Plan {
  const left = Math.ceil((arrivesUntil - now) / 1000)
  if (!item) return left > 0 ? { kind: 'wait', seconds: left } : { kind: 'delete-objects' }
  const { status, attempts = 0, createdAt } = item
  const finished = isFinished(status)
  if (etag !== undefined && etag !== item.etag) return { kind: 'read', etag, attempt: 1 }
  if (etag !== undefined && !finished)
    return attempts < MOST_ATTEMPTS
      ? { kind: 'read', etag, attempt: attempts + 1 }
      : { kind: 'fail', problem: 'too_intricate', etag }
  if (left > 0) return { kind: 'wait', seconds: Math.min(left, pauseSeconds(now - createdAt)) }
  return finished ? { kind: 'done' } : { kind: 'fail', problem: 'never_arrived', etag: item.etag }
}

/** Returns a third of the elapsed time: a file that is uploaded soon is read soon. */
function pauseSeconds(elapsed: number): number {
  return Math.max(1, Math.min(LONGEST_PAUSE_SECONDS, Math.round(elapsed / 3000)))
}
