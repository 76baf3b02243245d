import type { Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

/** A state as an icon and a word. The colour adds no further information. */
export function StatusBadge({
  tone,
  icon: Sign,
  label,
}: {
  readonly tone: Tone
  readonly icon: Icon
  readonly label: string
}) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Sign size={14} stroke={2} aria-hidden />
      {label}
    </span>
  )
}
