import { Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { LinkButton } from './link-button.tsx'

/** Replaces an empty list: a picture of what would appear, what to do, and the next step. */
export function EmptyState({
  icon: Sign,
  title,
  children,
  action,
}: {
  readonly icon: Icon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={classes.empty}>
      <div className={classes.picture} aria-hidden>
        {[0, 1].map((row) => (
          <div key={row} className={classes.row}>
            <Sign size={18} stroke={1.75} />
            <span className={classes.lines} />
          </div>
        ))}
      </div>
      <Text size="md" fw={600}>
        {title}
      </Text>
      {children && (
        <Text c="dimmed" ta="center" maw="30rem" component="div">
          {children}
        </Text>
      )}
      {action}
    </div>
  )
}

/** Replaces a list of which the filters match nothing. With `hasMore`, older items may match. */
export function NoMatches({
  icon,
  things,
  title = `No matching ${things}`,
  hasMore = false,
  children = hasMore && 'Few matches here; try older results.',
}: {
  readonly icon: Icon
  readonly things: string
  readonly title?: string
  readonly hasMore?: boolean
  readonly children?: ReactNode
}) {
  const showAll = (
    <LinkButton to="." search={{}} variant="default">
      Show all {things}
    </LinkButton>
  )
  return (
    <EmptyState icon={icon} title={title} action={!hasMore && showAll}>
      {children}
    </EmptyState>
  )
}
