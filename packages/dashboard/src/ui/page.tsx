import { Alert, Box, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { printable } from '@replywright/contract/printable.ts'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId } from 'react'
import { ApiError, isTransient } from '../api/api-error.ts'
import { useDocumentTitle } from './document-title.ts'
import { CopyId } from './facts.tsx'
import { withLastSearch } from './last-search.ts'
import { lazyPart } from './lazy-part.ts'
import classes from './page.module.css'

const Elsewhere = lazyPart(async () => (await import('./elsewhere.tsx')).Elsewhere)
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
  heading,
  badge,
  description,
  crumbs = [],
  actions,
  children,
}: {
  readonly title: string
  /** What the heading shows in place of the title. */
  readonly heading?: ReactNode
  readonly badge?: ReactNode
  readonly description?: ReactNode
  readonly crumbs?: readonly Crumb[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <Container>
      <header className={classes.header}>
        <div className={classes.heading}>
          {crumbs.length > 0 && (
            <nav aria-label="Breadcrumbs" className={classes.crumbs}>
              {crumbs.map(({ label, link }) => (
                <Link key={label} {...withLastSearch(link)}>
                  {printable(label)}
                </Link>
              ))}
            </nav>
          )}
          <Group gap="sm">
            <Title order={1} size="h3" className={classes.title}>
              {heading ?? <Breakable text={printable(title)} />}
            </Title>
            {badge}
            <Suspense>
              <ReferenceLink />
            </Suspense>
          </Group>
          {description && (
            <Text c="dimmed" component="div">
              {description}
            </Text>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
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

export function Container({ children }: { readonly children: ReactNode }) {
  return <div className={classes.container}>{children}</div>
}

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

/**
 * Shows a query's data, a skeleton while it loads, or its error. Keeps the previous data if a refetch fails. A bar above
 * the page says that the service does not respond.
 */
export function Loaded<T>({
  query,
  skeleton = <RowsSkeleton />,
  children,
}: {
  readonly query: UseQueryResult<T>
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}) {
  const retry = () => void query.refetch()
  if (query.data !== undefined)
    return (
      <>
        {query.isError && !isTransient(query.error) && (
          <Box mb="md">
            <ErrorState error={query.error} onRetry={retry} />
          </Box>
        )}
        {children(query.data)}
      </>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={retry} />
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {skeleton}
    </div>
  )
}

/** An error with the service's message, code and request id, and a retry button unless the object does not exist. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const known = error instanceof ApiError ? error : undefined
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      role="alert"
      title={known?.message ?? 'Something went wrong on this page'}
    >
      <Stack gap="xs" align="flex-start">
        {known && (
          <Group gap="xs">
            <Text>
              Code <code>{known.code}</code>
            </Text>
            {known.requestId && (
              <Text component="span">
                Request <CopyId id={known.requestId} label="request ID" />
              </Text>
            )}
          </Group>
        )}
        {known?.code === 'not_found' && known.target !== undefined && (
          <Suspense>
            <Elsewhere target={known.target} />
          </Suspense>
        )}
        {onRetry && known?.code !== 'not_found' && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The height of a row of a table. */
const ROW = 27

/** Stands for a list while it loads. It has the frame and row height of a table, so that the page does not jump. */
export function RowsSkeleton({ rows = 8, height = ROW }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div className={classes.rows} aria-hidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row} style={{ height }} />
      ))}
    </div>
  )
}

/** Stands for a form: labels and fields. */
export function FormSkeleton({ fields = 4 }: { readonly fields?: number }) {
  return (
    <div className={classes.form} aria-hidden>
      {Array.from({ length: fields }, (_, field) => field).map((field) => (
        <div key={field} className={classes.field} />
      ))}
    </div>
  )
}

/** Stands for the facts of an object. */
export function FactsSkeleton() {
  return (
    <div className={classes.facts} aria-hidden>
      {Array.from({ length: 6 }, (_, fact) => fact).map((fact) => (
        <div key={fact} className={classes.fact} />
      ))}
    </div>
  )
}
