// @module-tag full
import { EARLY_READS } from '@replywright/dashboard/boot/route-of.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage, openAddress } from './browser/inspect-page.ts'
import { type OpenDashboard, openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { UI_TIMEOUT_MS } from './browser/visitor.ts'

describeInBrowser('the layout of the dashboard', () => {
  let service: Service
  let visitor: OpenDashboard
  let page: Page

  beforeAll(async () => {
    visitor = await openDashboard()
    ;({ service, page } = visitor)
    // The first page after a sign-in selects the organisation that the user saw last, and sends the early requests again.
    const stored = (expression: string) =>
      vi.waitFor(async () => expect(await page.evaluate(expression)).toBe(true), { timeout: UI_TIMEOUT_MS })
    await stored("Object.keys(localStorage).some((key) => key.startsWith('organizationOf:'))")
    await page.goto('/')
    await stored("localStorage.getItem('organizationId') !== null")
    // Early responses are used within ten seconds of the page's clock.
    await page.addInitScript('{ const now = performance.now.bind(performance); performance.now = () => now() / 10 }')
    return visitor.close
  })

  const navigation = () => page.getByRole('navigation', { name: 'Main' })
  const open = (name: string) => navigation().getByRole('link', { name, exact: true }).click()
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  /** The paths of the dashboard's API in the requested URLs. */
  const calls = () => visitor.urls.flatMap((url) => /dashboard-api(\S+)/.exec(url)?.[1] ?? [])
  /** Returns the errors in the console except for those of requests that a test has made fail, and forgets all. */
  const otherErrors = () => visitor.consoleErrors.splice(0).filter((line) => !line.includes('Failed to load resource'))

  test('is painted before the app is loaded, and each early request is used once', async () => {
    let release = () => {}
    const loading = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await loading
      await route.continue()
    })
    // The page that is open may have requests to make.
    await page.goto('about:blank')
    visitor.urls.length = 0
    await page.goto('/webhooks', { waitUntil: 'commit' })
    await navigation().getByRole('link', { name: 'Deliveries' }).waitFor()
    expect(await page.locator('main').count()).toBe(0)
    release()
    await heading('Endpoints')
    await page.locator('main:not(:has([aria-busy="true"]))').waitFor()
    // Waiting customers are counted when the page is idle.
    const first = calls().filter((path) => path !== '/v1/inbox/waiting/')
    expect(first.toSorted()).toEqual(['/session/refresh/', '/v1/me/', '/v1/webhooks/?limit=100'])
    await page.unroute('**/assets/*.js')
    expect(visitor.consoleErrors).toEqual([])
  })

  test('stays when the code of a page cannot be loaded, and the page appears by itself', async () => {
    await page.route('**/assets/agents-page-*.js', (route) => route.abort())
    await open('Agents')
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor()
    await navigation().waitFor()
    await page.unroute('**/assets/agents-page-*.js')
    await heading('Agents')

    await page.route('**/assets/palette-*.js', (route) => route.abort())
    const refused = page.waitForEvent('requestfailed')
    await page.keyboard.press('Control+k')
    await refused
    await page.unroute('**/assets/palette-*.js')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await heading('Agents')
    await page.keyboard.press('Escape')
    expect(otherErrors()).toEqual([])
  })

  test('stays without a connection, says so, and shows the data when the connection is back', async () => {
    await visitor.context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await open('Members')
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor()
    await visitor.context.setOffline(false)
    await page.getByRole('table', { name: 'Members' }).waitFor()
    await page.getByText('You are offline.').waitFor({ state: 'hidden' })
    expect(otherErrors()).toEqual([])
  })

  test('says that the service does not respond, and repeats failed queries by itself', async () => {
    await page.route('**/v1/api-keys/', (route) => route.abort())
    await open('API keys')
    await page.getByText('The service does not respond. Trying again.').waitFor()
    // The button disappears with the next response.
    const repeated = page.waitForRequest('**/v1/api-keys/')
    await page.getByRole('button', { name: 'Try now' }).click()
    await repeated
    await page.unroute('**/v1/api-keys/')
    await page.getByRole('table', { name: 'API keys' }).waitFor()
    expect(otherErrors()).toEqual([])
  })

  test('loads a new release once if the files of the running one are gone', async () => {
    await openAddress(page, '/')
    await page.route('**/assets/numbers-page-*.js', (route) => route.fulfill({ status: 404 }))
    await page.route(
      (url) => url.pathname === '/',
      (route) =>
        route.request().resourceType() === 'fetch'
          ? route.fulfill({ body: '<script type="module" src="/assets/index-new.js"></script>' })
          : route.continue(),
    )
    const reloaded = page.waitForEvent('load')
    await open('Numbers')
    await reloaded
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor()
    // The button disappears when a repeated request succeeds.
    const repeated = page.waitForRequest('**/assets/numbers-page-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await repeated
    await page.unrouteAll()
    // The next request would be sent after a delay that grows with the failures.
    await page.evaluate("dispatchEvent(new Event('online'))")
    await heading('Numbers')
    expect(otherErrors()).toEqual([])
  })

  test('is around unknown addresses', async () => {
    await openInApp(page, '/no/such-page')
    await heading('Page not found')
    await navigation().waitFor()
    expect(await page.title()).toBe('Page not found – Replywright')
    expect(await inspectPage(page)).toEqual([])
  })

  test('keeps the filters of a list in the breadcrumbs', async () => {
    await openInApp(page, '/templates?category=UTILITY')
    await page
      .getByRole('link', { name: /^(New|Add|Create) template/ })
      .first()
      .click()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Templates' }).click()
    await heading('Templates')
    expect(new URL(page.url()).search).toBe('?category=UTILITY')
  })
  test('opens any page or object with Ctrl-K, and nothing of another organisation', async () => {
    const field = page.getByRole('combobox', { name: 'Page, name, number, message or ID' })
    await page.keyboard.press('Control+k')
    await field.waitFor()
    expect(await inspectPage(page)).toEqual([])
    await field.fill('demo webhook')
    await page.getByRole('option', { name: 'Demo webhook 2' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    expect(await field.isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await heading('Demo webhook 2')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('option', { name: 'Templates' }).first().waitFor()
    const id = service.ready.otherOrganization.webhookId
    await field.fill(id)
    await page.getByRole('option', { name: `Search deliveries for “${id}”` }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Arrow keys' }).waitFor()
    await eventually(() => page.getByRole('option').count()).toBe(1)
    await field.fill('dark')
    await page.getByRole('option', { name: 'Dark mode' }).click()
    await field.waitFor({ state: 'hidden' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('light mode')
    await page.keyboard.press('Enter')
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()
  })

  test.each(Object.entries(EARLY_READS).filter(([route]) => !route.includes('$')))(
    'uses each early response of %s, and requests it only once',
    async (route, reads) => {
      await page.goto('about:blank')
      visitor.urls.length = 0
      await openAddress(page, route)
      await eventually(() => page.evaluate('[...window.early.keys()]')).toEqual([])
      const early = ['/session/refresh/', '/v1/me/', ...reads].toSorted()
      // A page takes an early response before its request is sent.
      await eventually(() =>
        calls()
          .filter((call) => early.includes(call))
          .toSorted(),
      ).toEqual(early)
    },
  )
})
