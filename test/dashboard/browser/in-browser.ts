import { mkdir } from 'node:fs/promises'
import { afterEach, describe, expect } from 'vitest'
import { openVisitors, UI_TIMEOUT_MS } from './visitor.ts'

/** Longer than many slow actions, so that a failure names the action that did not succeed. */
const TEST_TIMEOUT_MS = 10 * UI_TIMEOUT_MS
const SCREENSHOT_TIMEOUT_MS = 10_000
const FOLDER = '.build/test'

/**
 * Defines tests in a browser, which are skipped on a machine without one. A failed test prints the address and the console errors of each
 * open page, and saves a screenshot in `.build/test`.
 */
export function describeInBrowser(name: string, define: () => void): void {
  describe(name, { timeout: TEST_TIMEOUT_MS, tags: 'browser' }, () => {
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await reportVisitors(task.name)
    })
    define()
  })
}

/** Prints and saves what the open pages show. */
export async function reportVisitors(name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const [index, { page, consoleErrors }] of [...openVisitors].entries()) {
    const path = `${FOLDER}/${name.replaceAll(/\W+/g, '-').slice(0, 60)}-${index}.png`
    const saved = await page.screenshot({ path, fullPage: true, timeout: SCREENSHOT_TIMEOUT_MS }).then(
      () => path,
      (error: unknown) => String(error),
    )
    console.error([`${name}: ${page.url()}`, saved, ...consoleErrors].join('\n  '))
  }
}

/** Waits for a condition of the page: `await eventually(() => rows.count()).toBe(3)`. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: UI_TIMEOUT_MS, interval: 100 })
}
