import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { isTransient } from '../api/api-error.ts'
import { Shell } from './shell.tsx'
import { Trouble } from './trouble.tsx'
import { useRetry } from './use-retry.ts'

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
