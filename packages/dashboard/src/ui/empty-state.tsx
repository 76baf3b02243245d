import { Stack, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Replaces an empty list: what would appear, and the next step. */
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
    <Stack className={classes.empty} align="center" gap="xs">
      <Sign size={32} stroke={1.5} aria-hidden />
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" ta="center" maw="30rem" component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
