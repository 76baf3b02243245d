import type { UnhealthyNumber } from '@replywright/contract/number-health.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUnhealthy } from '../conversations/use-waiting.ts'
import classes from '../shell/shell.module.css'

const WORDS = { ok: '', warned: 'warns about', restricted: 'restricts', blocked: 'blocks' } as const

/** Says above each page which numbers the provider blocks or restricts, or warns about, and where the cause is. */
export function HealthBar() {
  const unhealthy = useUnhealthy()
  return (
    <div role="status" className={classes.status}>
      {unhealthy.map((one) => (
        <p key={one.number} className={one.health.state === 'warned' ? classes.banner : classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          The messaging provider {WORDS[one.health.state]} +{one.number}: {codesOf(one)}.{' '}
          <Link to="/numbers/$number" params={{ number: one.number }}>
            See what to do
          </Link>
        </p>
      ))}
    </div>
  )
}

function codesOf({ health }: UnhealthyNumber): string {
  return health.problems.map(({ code }) => code).join(', ')
}
