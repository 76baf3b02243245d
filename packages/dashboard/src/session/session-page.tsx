import { Box, Group, Text, Title } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '../ui/document-title.ts'
import classes from './session-page.module.css'

/** A page for signed-out users: a heading, a description, a form and links to the other pages. */
export function SessionPage({
  title,
  description,
  children,
  links,
}: {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  readonly links?: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <>
      <Title order={1} size="h3">
        {title}
      </Title>
      {description && (
        <Text c="dimmed" mt="xs">
          {description}
        </Text>
      )}
      <Box mt="lg">{children}</Box>
      {links && (
        <Group gap="0.5rem 1.25rem" mt="lg" fz="sm">
          {links}
        </Group>
      )}
    </>
  )
}

export function SessionLayout() {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Replywright
        </p>
        <Outlet />
      </div>
    </main>
  )
}
