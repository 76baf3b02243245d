import { type ComponentType, lazy } from 'react'
import { retryDelayMs } from '../api/retry-delay.ts'
import { reloadForNewRelease } from './release.ts'

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
