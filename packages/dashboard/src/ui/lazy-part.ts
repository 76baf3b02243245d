import { type ComponentType, lazy } from 'react'
import { retryDelayMs } from '../api/query-client.ts'

/**
 * Returns a component whose code is loaded when it is first shown, as React's `lazy` does. Code that cannot be loaded is
 * requested again until it is there, while React would replace the page, or all of the app, with an error.
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await persistently(load, reloadForNewRelease) }))
}

/** Repeats `load` until it succeeds: after growing delays, and as soon as the browser is online again. */
export async function persistently<T>(load: () => Promise<T>, onFailure = async () => false): Promise<T> {
  for (let failures = 1; ; failures++)
    try {
      return await load()
    } catch {
      await onFailure()
      await new Promise((resolve) => {
        setTimeout(resolve, retryDelayMs(failures))
        window.addEventListener('online', resolve, { once: true })
      })
    }
}

const RELOADED = 'reloadedFor'
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** Returns the main script of a page of another release, or undefined if the page has the running script. */
export function otherRelease(page: string, running: string): string | undefined {
  const [, script] = SCRIPT.exec(page) ?? []
  return script === running ? undefined : script
}

/** Reloads the document if a new release has replaced the files of the running one. Reloads once for each release. */
export async function reloadForNewRelease(): Promise<boolean> {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  const release = otherRelease(page, running)
  if (release === undefined || sessionStorage.getItem(RELOADED) === release) return false
  sessionStorage.setItem(RELOADED, release)
  window.location.reload()
  return true
}
