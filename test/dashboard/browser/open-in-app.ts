import type { Page } from 'playwright-core'
import { eventually } from './in-browser.ts'
import { LOADED } from './inspect-page.ts'

/** Like `openAddress`, but inside the app, which is not loaded again. */
export async function openInApp(page: Page, address: string): Promise<string> {
  await page.evaluate(`void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`)
  // The router has resolved an address when its page is rendered.
  await eventually(() => page.evaluate('__TSR_ROUTER__.state.resolvedLocation.href')).toBe(address)
  await page.locator(LOADED).waitFor()
  return await page.title()
}
