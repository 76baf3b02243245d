import { Alert } from '@mantine/core'
import type { NumberHealth } from '@replywright/contract/number-health.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Bullets } from '../ui/text.tsx'
import { When } from '../ui/when.tsx'

const TITLES = {
  ok: '',
  warned: 'The messaging provider warns about',
  restricted: 'The messaging provider restricts',
  blocked: 'The messaging provider blocks',
} as const

/** Says why the provider warns about a number, restricts or blocks it, and what to do. */
export function HealthBanner({ number, health }: { readonly number: string; readonly health: NumberHealth }) {
  if (health.state === 'ok') return null
  return (
    <Alert
      mb="md"
      color={health.state === 'warned' ? 'yellow' : 'red'}
      icon={<IconAlertTriangle aria-hidden />}
      title={
        <>
          {TITLES[health.state]}{' '}
          <Link to="/numbers/$number" params={{ number }}>
            +{number}
          </Link>
        </>
      }
    >
      <Bullets>
        {health.problems.map(({ code, text, since, until }) => (
          <li key={`${code} ${since}`}>
            <strong>{code}</strong> <When at={since} />: {text}
            {until !== null && (
              <>
                {' '}
                Ends <When at={until} />.
              </>
            )}
          </li>
        ))}
      </Bullets>
    </Alert>
  )
}
