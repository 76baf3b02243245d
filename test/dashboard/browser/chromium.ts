import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where Debian's package `chromium` puts it. */
const DEBIAN = '/usr/bin/chromium'

/**
 * Returns where chromium is: `CHROMIUM_PATH`, or Debian's place.
 * @throws Error if it is not there.
 */
export function findChromium(path = process.env.CHROMIUM_PATH ?? DEBIAN): string {
  if (existsSync(path)) return path
  throw new Error(
    `There is no chromium at ${path}. Install it, set CHROMIUM_PATH, or leave out the tests that need it with SKIP_BROWSER=1.`,
  )
}

/** A browser with a profile of its own, which asks nobody on the internet for anything. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Root, as whom tests in containers run, may not have a sandbox.
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
