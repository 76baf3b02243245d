import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconMapPinOff, IconRefresh } from '@tabler/icons-react'
import { type AnyRoute, type ErrorComponentProps, type RouteComponent, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isTransient } from '../api/api-error.ts'
import { retryDelayMs } from '../api/query-client.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { reloadForNewRelease } from '../ui/lazy-part.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Container, Page } from '../ui/page.tsx'
import { Shell } from './shell.tsx'

/** Replaces a page that cannot be shown: what is wrong, and a button to try again. The layout stays. */
function Trouble({
  title,
  text,
  onRetry,
}: {
  readonly title: string
  readonly text: string
  readonly onRetry: () => void
}) {
  return (
    <Container>
      <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert" title={title}>
        <Stack gap="xs" align="flex-start">
          <Text>{text}</Text>
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}

/** Calls `retry` after a delay that grows with the failures, and as soon as the browser is online again. */
function useRetry(failures: number, retry: () => void): void {
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(retry, retryDelayMs(failures))
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [failures, retry])
}

/**
 * Makes the lazily loaded pages of a route and its children keep the layout if their code cannot be loaded. The router itself would
 * reload the document, which shows the browser’s error page without a connection.
 */
export function keepLayout(route: AnyRoute): void {
  const { component } = route.options
  if (component?.preload) route.update({ component: resilientPage(component) })
  for (const child of Object.values<AnyRoute>(route.children ?? {})) keepLayout(child)
}

/** A lazy component has `preload` until its code is loaded. A failed `preload` does not throw. */
function resilientPage(Page: RouteComponent): RouteComponent {
  function ResilientPage() {
    const [isLoaded, setLoaded] = useState(Page.preload === undefined)
    if (isLoaded) return <Page />
    return <MissingPage load={load} onLoaded={() => setLoaded(true)} />
  }
  const load = async () => {
    await Page.preload?.()
    return Page.preload === undefined
  }
  const preload = async () => {
    await load()
  }
  return Object.assign(ResilientPage, { preload })
}

/** Says that the code of a page could not be loaded, and tries again by itself. */
function MissingPage({ load, onLoaded }: { readonly load: () => Promise<boolean>; readonly onLoaded: () => void }) {
  const [failures, setFailures] = useState(1)
  useEffect(() => void reloadForNewRelease(), [])
  const retry = useCallback(async () => {
    if (await load()) onLoaded()
    else if (!(await reloadForNewRelease())) setFailures((count) => count + 1)
  }, [load, onLoaded])
  useRetry(failures, retry)
  return (
    <Trouble
      title="This page could not be loaded"
      text="Check your connection. The page is loaded as soon as it is available."
      onRetry={retry}
    />
  )
}

const BROKEN_TEXTS = {
  title: 'Something went wrong on this page',
  text: 'Try again. If it happens again, reload the page or open another one.',
}

const UNREACHABLE_TEXTS = {
  title: 'The service does not respond',
  text: 'Check your connection. This page is loaded again as soon as the service responds.',
}

/** Failures in a row. Each retry mounts the component again. */
let failures = 0

/** Replaces a page that failed. Tries again by itself if the service could not be reached. */
export function RouteError({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  const willRetry = isTransient(error)
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [router, reset])
  useEffect(() => {
    failures += 1
  }, [])
  useRetry(willRetry ? failures + 1 : 0, retry)
  const { title, text } = willRetry ? UNREACHABLE_TEXTS : BROKEN_TEXTS
  const retryNow = () => {
    failures = 0
    retry()
  }
  return <Trouble title={title} text={text} onRetry={retryNow} />
}

/** Like `RouteError`, inside the layout. */
export function ShellError(props: ErrorComponentProps) {
  return (
    <Shell>
      <RouteError {...props} />
    </Shell>
  )
}

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapPinOff}
        title="This page does not exist"
        action={
          <LinkButton to="/" variant="default">
            Go to the overview
          </LinkButton>
        }
      >
        The link may be outdated, or its target was deleted.
      </EmptyState>
    </Page>
  )
}
