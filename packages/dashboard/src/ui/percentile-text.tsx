import { Tooltip, VisuallyHidden } from '@mantine/core'
import { LEAST_SAMPLES } from '@messaging/contract/dashboard/statistics.ts'
import { durationText } from './time-words.ts'

const REASON = `Fewer than ${LEAST_SAMPLES} values, which is too few for a percentile`

/** A percentile in milliseconds. Null is a dash, with the reason for pointers and screen readers. */
export function PercentileText({ ms }: { readonly ms: number | null }) {
  if (ms !== null) return durationText(ms)
  return (
    <Tooltip events={{ hover: true, focus: false, touch: true }} label={REASON}>
      <span>
        <span aria-hidden>–</span>
        <VisuallyHidden>{REASON}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
