import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { documentTitle } from '../ui/document-title.ts'
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
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  return (
    <>
      <Title order={1} size="h3">
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed" mt="xs">
          {description}
        </Text>
      )}
      <div className={classes.form}>{children}</div>
      {links && <div className={classes.links}>{links}</div>}
    </>
  )
}
