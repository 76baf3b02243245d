import { existsSync } from 'node:fs'

/**
 * Where packages of Debian and Ubuntu, and installers of macOS, put Chromium and Chrome. The first one has no window, and needs
 * a third less processor time.
 */
const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of Chromium: `CHROMIUM_PATH`, or the first usual path that exists. Returns undefined if there is none.
 * @throws Error if `CHROMIUM_PATH` does not exist
 */
export function findChromium(
  path = process.env.CHROMIUM_PATH,
  usualPaths: readonly string[] = USUAL_PATHS,
): string | undefined {
  if (!path) return usualPaths.find((usual) => existsSync(usual))
  if (existsSync(path)) return path
  throw new Error(
    `There is no Chromium at ${path}. Correct CHROMIUM_PATH, or remove it to skip the tests in a browser.`,
  )
}
