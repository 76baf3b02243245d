import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

export type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

/** A state as an icon and a word. The colour adds no further information. */
export function StatusBadge({
  tone,
  icon: Sign,
  children,
}: {
  readonly tone: Tone
  readonly icon: Icon
  readonly children: ReactNode
}) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Sign size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
