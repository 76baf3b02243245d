import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as v from 'valibot'

/** Somebody at a browser of their own, and what is noted of it. */
export interface Visitor extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors and warnings of the console, what the Content-Security-Policy refused among them, and uncaught errors. */
  readonly complaints: string[]
  /** Every URL that was asked for. */
  readonly urls: string[]
  /** What nobody else may learn: tokens and cookies that the service gave, and what `keep` was told. */
  readonly secrets: Set<string>
}

/** How long anything may take on a busy machine, in milliseconds. */
export const PATIENCE_MS = 60_000

const Session = v.object({ idToken: v.string() })

/** Opens a browser window with nothing remembered. `origin` is where paths belong to. */
export async function visit(browser: Browser, origin: string, width = 1280): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width, height: 900 }, locale: 'en' })
  context.setDefaultTimeout(PATIENCE_MS)
  const complaints: string[] = []
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
    if (type === 'error' || type === 'warning') complaints.push(`${page.url()} ${type}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()} uncaught: ${error.message}`))
  return { context, page, complaints, urls, secrets, [Symbol.asyncDispose]: () => context.close() }
}
