import type { Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

const COLORS = { good: 'green', bad: 'red', waiting: 'yellow', neutral: 'gray' }

/** A state as an icon and a word. The colour adds no further information. */
export function StatusBadge({
  tone,
  icon: Sign,
  label,
}: {
  readonly tone: keyof typeof COLORS
  readonly icon: Icon
  readonly label: string
}) {
  const color = `var(--mantine-color-${COLORS[tone]}-light`
  return (
    <span className={classes.badge} style={{ background: `${color})`, color: `${color}-color)` }}>
      <Sign size={14} stroke={2} aria-hidden />
      {label}
    </span>
  )
}
