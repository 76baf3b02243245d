import type { Ms } from '@replywright/contract/time.ts'
import type { Clock } from '@replywright/core/platform/clock.ts'
import stringWidth from 'string-width'
import { showAge } from '../show.ts'
import { cutTo, padTo } from './text.ts'

const BAR = 24
/** Interval between lines without a terminal, and minimum interval between redraws on a terminal. */
const LINE_MILLISECONDS = 10_000
const DRAW_MILLISECONDS = 100

/** Reports progress, with `total` if it is known. */
export interface Progress {
  update(done: number, total?: number): void
  /** Removes the bar. */
  end(): void
}

/** Output of progress: standard error, so that standard output contains only results. */
interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Shows the progress of a long operation: a bar on a terminal, otherwise a plain line at intervals. */
export function startProgress(label: string, stream: ProgressStream, clock: Clock): Progress {
  const startedAt = clock()
  let shownAt = stream.isTTY ? Number.NEGATIVE_INFINITY : startedAt
  let drawn = 0
  return {
    update(done, total) {
      const now = clock()
      const isDone = total !== undefined && done >= total
      if (now - shownAt < (stream.isTTY ? DRAW_MILLISECONDS : LINE_MILLISECONDS) && !(stream.isTTY && isDone)) return
      shownAt = now
      if (!stream.isTTY) {
        stream.write(`${progressText(label, { done, total, since: now - startedAt })}\n`)
        return
      }
      const width = Math.max(1, (stream.columns ?? 80) - 1)
      const text = cutTo(
        `${barText(done, total)}${progressText(label, { done, total, since: now - startedAt })}`,
        width,
      )
      stream.write(`\r${padTo(text, drawn)}`)
      drawn = stringWidth(text)
    },
    end() {
      if (drawn > 0) stream.write(`\r${' '.repeat(drawn)}\r`)
      drawn = 0
    },
  }
}

/** The time left is estimated from this long on. */
const ESTIMATED_AFTER_MILLISECONDS = 5_000

interface Done {
  readonly done: number
  readonly total: number | undefined
  /** How long ago it began. */
  readonly since: Ms
}

function progressText(label: string, { done, total, since }: Done): string {
  if (total === undefined) return `${label}: ${done}`
  const left = done > 0 && done < total && since >= ESTIMATED_AFTER_MILLISECONDS
  return `${label}: ${done} of ${total}${left ? `, about ${showAge((since * (total - done)) / done)} left` : ''}`
}

/** Returns a bar, or `''` if the total is unknown. */
function barText(done: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return ''
  const full = Math.floor(BAR * Math.min(1, done / total))
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `
}
