import { Group, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Container } from './container.tsx'
import { documentTitle } from './document-title.ts'
import { withLastSearch } from './last-search.ts'
import { lazyPart } from './lazy-part.ts'
import classes from './page.module.css'

const ReferenceLink = lazyPart(async () => (await import('./reference-link.tsx')).ReferenceLink)

interface Crumb {
  readonly label: string
  readonly link: LinkProps
}

/**
 * The layout of a page: breadcrumbs that keep a list's filters, the only h1 heading, a link to the API reference, actions and
 * content. Also sets the document title.
 */
export function Page({
  title,
  badge,
  description,
  crumbs = [],
  actions,
  children,
}: {
  readonly title: string
  readonly badge?: ReactNode
  readonly description?: ReactNode
  readonly crumbs?: readonly Crumb[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  return (
    <Container>
      <header className={classes.header}>
        <div className={classes.heading}>
          {crumbs.length > 0 && (
            <nav aria-label="Breadcrumbs" className={classes.crumbs}>
              {crumbs.map(({ label, link }) => (
                <Link key={label} {...withLastSearch(link)}>
                  {label}
                </Link>
              ))}
            </nav>
          )}
          <Group gap="sm">
            <Title order={1} size="h3" className={classes.title}>
              <Breakable text={title} />
            </Title>
            {badge}
            <Suspense>
              <ReferenceLink />
            </Suspense>
          </Group>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </header>
      {children}
    </Container>
  )
}

/** A text that may wrap after dots, dashes and underscores, such as the name of an event. */
function Breakable({ text }: { readonly text: string }): ReactNode {
  const [first = '', ...rest] = text.split(/(?<=[._-])(?=\w)/)
  if (rest.length === 0) return first
  return (
    <>
      {first}
      <wbr />
      <Breakable text={rest.join('')} />
    </>
  )
}
