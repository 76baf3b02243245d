import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The path of Debian's package `chromium`. */
const DEBIAN = '/usr/bin/chromium'

/**
 * Returns the path of Chromium: `CHROMIUM_PATH`, or Debian's path.
 * @throws Error if it does not exist
 */
export function findChromium(path = process.env.CHROMIUM_PATH ?? DEBIAN): string {
  if (existsSync(path)) return path
  throw new Error(
    `There is no Chromium at ${path}. Install it, set CHROMIUM_PATH, or skip its tests with SKIP_BROWSER=1.`,
  )
}

let shared: Promise<Browser> | undefined

/** Returns the browser of this process, and starts it at the first call. It ends with the process. */
export function takeBrowser(): Promise<Browser> {
  shared ??= launchChromium(findChromium())
  return shared
}

/** Starts a browser with a new profile and without background requests to the internet. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Chromium does not start with a sandbox as root, and tests in containers run as root.
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
