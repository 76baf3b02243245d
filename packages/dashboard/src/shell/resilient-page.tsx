import type { AnyRoute, RouteComponent } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { reloadForNewRelease } from '../ui/release.ts'
import { Trouble } from './trouble.tsx'
import { useRetry } from './use-retry.ts'

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
