import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

export function Panel({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </section>
  )
}
