import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where Debian's package `chromium` puts it. */
const DEBIAN = '/usr/bin/chromium'

/** Where chromium is: `CHROMIUM_PATH`, or Debian's place; undefined when it is not there. */
export function findChromium(path = process.env.CHROMIUM_PATH ?? DEBIAN): string | undefined {
  return existsSync(path) ? path : undefined
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
