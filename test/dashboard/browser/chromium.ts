import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

let shared: Promise<Browser> | undefined

/** Returns the browser of this process, and starts it at the first call. It ends with the process. */
export function takeBrowser(): Promise<Browser> {
  shared ??= launchChromium()
  return shared
}

/**
 * Starts a browser with a new profile and without background requests to the internet.
 * @throws Error if there is no Chromium
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium. Install it, or set CHROMIUM_PATH.')
  return await chromium.launch({
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
