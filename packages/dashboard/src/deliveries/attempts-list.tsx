import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { AttemptItem } from './attempt-item.tsx'
import classes from './attempts-list.module.css'

/** The attempts of a delivery that are kept, the latest first and opened. */
export function AttemptsList({ attempts, attemptCount }: Pick<Delivery, 'attempts' | 'attemptCount'>) {
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing has been sent.
      </Text>
    )
  const dropped = attemptCount - attempts.length
  const numbered = attempts.map((attempt, index) => ({ attempt, number: dropped + index + 1 })).toReversed()
  return (
    <ol className={classes.list}>
      {numbered.map(({ attempt, number }) => (
        <AttemptItem key={number} attempt={attempt} number={number} isOpen={number === attemptCount} />
      ))}
    </ol>
  )
}
