import { Text } from '@mantine/core'
import type { Delivery } from '@messaging/contract/dashboard/deliveries.ts'
import { AttemptItem } from './attempt-item.tsx'
import classes from './attempts-list.module.css'

/** The stored attempts of a delivery, latest first. The latest attempt is expanded. */
export function AttemptsList({ attempts, attemptCount }: Pick<Delivery, 'attempts' | 'attemptCount'>) {
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No attempts yet
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
