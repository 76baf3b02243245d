import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as v from 'valibot'

/** A browser context of one user, with recorded errors, URLs and secrets. */
export interface Visitor extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors and warnings, including violations of the Content-Security-Policy, and uncaught errors. */
  readonly consoleErrors: string[]
  /** All requested URLs. */
  readonly urls: string[]
  /** Tokens and cookies of the service, and secrets that tests add. They must not appear in URLs, storage or logs. */
  readonly secrets: Set<string>
}

/** Timeout of browser actions in milliseconds, for loaded machines. Tests in a browser have a longer one. */
export const UI_TIMEOUT_MS = 45_000

/** The visitors whose contexts are open. */
export const openVisitors = new Set<Visitor>()

const Session = v.object({ idToken: v.string() })

/** Opens a new browser context without stored data. `origin` is the base URL of paths. */
export async function visit(browser: Browser, origin: string, width = 1280): Promise<Visitor> {
  const viewport = { width, height: 900 }
  // Moving elements take processor time, and clicks wait until they stand still.
  const context = await browser.newContext({ baseURL: origin, viewport, locale: 'en', reducedMotion: 'reduce' })
  context.setDefaultTimeout(UI_TIMEOUT_MS)
  const consoleErrors: string[] = []
  const urls: string[] = []
  const secrets = new Set<string>()
  context.on('request', (request) => urls.push(request.url()))
  context.on('response', async (response) => {
    if (!response.url().includes('/dashboard-api/session/')) return
    const cookie = (await response.headerValue('set-cookie').catch(() => null)) ?? ''
    const [, value] = /^[^=]+=([^;]+)/.exec(cookie) ?? []
    if (value) secrets.add(value)
    const body = v.safeParse(Session, await response.json().catch(() => undefined))
    if (body.success) secrets.add(body.output.idToken)
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || type === 'warning') consoleErrors.push(`${page.url()} ${type}: ${message.text()}`)
  })
  page.on('pageerror', (error) => consoleErrors.push(`${page.url()} uncaught: ${error.message}`))
  const visitor = { context, page, consoleErrors, urls, secrets, [Symbol.asyncDispose]: () => context.close() }
  openVisitors.add(visitor)
  context.on('close', () => openVisitors.delete(visitor))
  return visitor
}
