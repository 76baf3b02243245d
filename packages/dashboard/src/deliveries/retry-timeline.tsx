import type { Delivery } from '@replywright/contract/webhook-deliveries.ts'
import { durationText } from '../ui/time-words.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './delivery.module.css'
import { type TimelineMark, timelineOf } from './timeline.ts'

/** The margin at both ends, as a share of the width. It prevents clipped marks. */
const MARGIN = 0.045
/** After this position, a label is aligned to its end. */
const LAST_POSITION = 0.9
const HEIGHT = 56
const LINE_Y = 20
const BAR_HEIGHT = 12

/** The attempts of a delivery on a time scale, and a countdown to the next attempt. */
export function RetryTimeline({ delivery }: { readonly delivery: Delivery }) {
  const marks = timelineOf(delivery)
  if (marks.length === 0) return null
  return (
    <div>
      <svg className={classes.timeline} width="100%" height={HEIGHT} role="img" aria-label={wordsOf(marks)}>
        <line x1={place(0)} x2={place(1)} y1={LINE_Y} y2={LINE_Y} className={classes.line} />
        {marks.map((mark) => (
          <Mark key={mark.number} mark={mark} />
        ))}
      </svg>
      {delivery.nextAttemptAt !== null && delivery.status === 'pending' && <Countdown until={delivery.nextAttemptAt} />}
    </div>
  )
}

function Mark({ mark: { number, kind, start, end, offsetMs, isLabelled } }: { readonly mark: TimelineMark }) {
  return (
    <g data-kind={kind} className={classes.mark}>
      {end > start && (
        <rect
          x={place(start)}
          width={`${(end - start) * (1 - 2 * MARGIN) * 100}%`}
          y={LINE_Y - BAR_HEIGHT / 2}
          height={BAR_HEIGHT}
          className={classes.bar}
        />
      )}
      <circle cx={place(start)} cy={LINE_Y} r={7} />
      <text x={place(start)} y={LINE_Y + 3.5} className={classes.number}>
        {number}
      </text>
      {isLabelled && (
        <text
          x={place(start)}
          y={LINE_Y + 26}
          className={classes.offset}
          data-last={start > LAST_POSITION || undefined}
        >
          {offsetMs < 1000 ? '0 s' : durationText(Math.round(offsetMs / 1000) * 1000)}
        </text>
      )}
    </g>
  )
}

function Countdown({ until }: { readonly until: string }) {
  const time = Date.parse(until)
  const seconds = useNow((now) => Math.max(0, Math.ceil((time - now) / 1000)))
  return (
    <p className={classes.countdown}>
      {seconds > 0 ? `Next attempt in ${durationText(seconds * 1000)}` : 'Next attempt due now'}
    </p>
  )
}

function place(share: number): string {
  return `${(MARGIN + share * (1 - 2 * MARGIN)) * 100}%`
}

function wordsOf(marks: readonly TimelineMark[]): string {
  const parts = marks.map(({ number, kind, offsetMs }) => `attempt ${number} ${kind} at ${durationText(offsetMs)}`)
  return `Timeline: ${parts.join(', ')}`
}
