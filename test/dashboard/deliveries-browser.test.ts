// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { freshCustomer } from '../support/service.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { type OpenDashboard, openDashboard } from './browser/open-dashboard.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

const PATH = '/demo'
const NAMES = ['Zoë Müller', 'Ada King', 'سارة علي'] as const

let service: Service
let visitor: OpenDashboard
let demo: DashboardSession
/** The start of the test; earlier failures belong to other tests. */
const since = new Date().toISOString()

describeInBrowser('the delivery pages', () => {
  beforeAll(async () => {
    visitor = await openDashboard()
    service = visitor.service
    demo = await signInToDashboard(service)
    return visitor.close
  })

  const step = (name: string, run: (page: Page) => Promise<void>) => test(name, () => run(visitor.page))

  const write = (name: string, text: string, from = freshCustomer()) =>
    service.provider.sendAsCustomer({ from, name, text })
  /** Waits for failed deliveries. A list announces those that fail after it was opened, and does not show them. */
  const failed = (count: number) =>
    eventually(async () => {
      const path = `/v1/webhook-deliveries/?${new URLSearchParams({ status: 'failed', since })}`
      return bodyOf(dashboardEndpoints['webhook-deliveries/list'], await demo.call('GET', path)).results.length
    }).toBe(count)
  const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody').getByRole('row')
  /** Returns the ids of the deliveries in `place`. */
  const idsIn = async (place: Locator) => {
    const links = await place.locator('.row-link').all()
    const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
    return hrefs.map((href) => /[0-9a-f-]{36}/.exec(href ?? '')?.[0] ?? '')
  }
  const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

  step('lists who wrote what, and why it failed', async (page) => {
    service.receiver.behave(PATH, { status: 404 })
    for (const name of NAMES) await write(name, `Order of ${name}`)
    await failed(NAMES.length)
    await page.goto(`/deliveries?${new URLSearchParams({ status: 'failed', since })}`)
    await row(page, 'Ada King').waitFor()
    for (const name of NAMES) await row(page, `Order of ${name}`).getByText('404', { exact: true }).waitFor()
  })

  step('explains a failure, and leads back to the filtered list', async (page) => {
    const [latest = '', next = ''] = await rows(page).locator('.row-link').allInnerTexts()
    await row(page, latest).getByRole('link', { name: latest }).click()
    await page.getByText('Failed after 1 attempt: rejected by the endpoint (404).').waitFor()
    await page.getByText("Correct the path in the endpoint's URL.").first().waitFor()
    await page.getByRole('button', { name: 'Older delivery' }).click()
    await page.getByRole('heading', { level: 1, name: next }).waitFor()
    await page.getByRole('button', { name: 'Newer delivery', disabled: false }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { level: 1, name: latest }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Deliveries' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe('/deliveries')
    expect(new URL(page.url()).searchParams.get('since')).toBe(since)
  })

  step('replays selected deliveries, and shows which were replayed', async (page) => {
    service.receiver.behave(PATH, { status: 200 })
    await row(page, 'Ada King').getByRole('checkbox').check()
    await row(page, 'Zoë Müller').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Replay 2 selected' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay 2 deliveries' }).click()
    await page.getByText('2 deliveries replayed.').waitFor()
    await row(page, 'Ada King').getByRole('link', { name: 'Replayed' }).click()
    await page.getByText(/^Delivered after 1 attempt\. Endpoint returned 200/).waitFor()
    await page.goBack()
    await eventually(() => rows(page).getByRole('link', { name: 'Replayed' }).count()).toBe(2)
  })

  step('offers nothing more to replay when a bulk replay is done', async (page) => {
    await page.getByRole('button', { name: 'Replay all failed …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/that failed since .+ Test events are left out\./).waitFor()
    await dialog.getByRole('button', { name: 'Replay 1 delivery' }).click()
    await dialog.getByRole('link', { name: 'View progress' }).click()
    await page.getByRole('row', { name: /1 of 1/ }).waitFor()
    await page.getByText('No failed deliveries to replay.').waitFor()

    // The page that started a replay shows it as well.
    service.receiver.behave(PATH, { status: 404 })
    await write('Grace', 'Again')
    await failed(NAMES.length + 1)
    await page.goto(`/webhooks/${service.ready.webhook.id}/replay?${new URLSearchParams({ since })}`)
    await page.getByText('1 delivery will be replayed.').waitFor()
    service.receiver.behave(PATH, { status: 200 })
    await page.getByRole('button', { name: 'Replay 1 delivery' }).click()
    await page.getByText('1 delivered', { exact: true }).waitFor()
    await page.getByText('No failed deliveries to replay.').waitFor()
    expect(await page.getByRole('button', { name: /^Replay \d/ }).count()).toBe(0)
  })

  step('finds a delivery by the number and by its ID', async (page) => {
    const from = freshCustomer()
    await write('Katherine', 'Found me', from)
    await page.goto('/deliveries')
    await row(page, 'Katherine').waitFor()
    const [id = ''] = await idsIn(row(page, 'Katherine'))
    const search = page.getByRole('textbox', { name: 'Search deliveries' })
    for (const text of [`+${from}`, id]) {
      await search.fill(text)
      await page.waitForURL((url) => url.searchParams.get('q') === text)
      await eventually(() => rows(page).count()).toBe(1)
      await row(page, 'Katherine').waitFor()
    }
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row(page, 'Ada King').first().waitFor()
  })

  step('shows 20 rows, and whole times', async (page) => {
    for (const tab of ['Failed', 'All']) {
      const link = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: tab })
      await link.click()
      await link.and(page.locator('[aria-current]')).waitFor()
      await page.locator('main:not(:has([aria-busy="true"]))').waitFor()
      await row(page, 'Ada King').first().waitFor()
      const { y = 800, height = 0 } = (await rows(page).first().boundingBox()) ?? {}
      expect(y + 20 * height).toBeLessThanOrEqual(800)
    }
    const time = rows(page).first().getByRole('cell').last()
    const cut = await time.evaluate((cell) => {
      Object.assign(cell, { textContent: '23 Nov, 23:59:59' })
      return Reflect.get(cell, 'scrollWidth') - Reflect.get(cell, 'clientWidth')
    })
    expect(cut).toBe(0)
  })

  step('announces new deliveries without moving the displayed ones', async (page) => {
    const before = await idsIn(rows(page))
    await write('Joan', 'A new one')
    await page.getByRole('button', { name: '1 new delivery' }).waitFor()
    expect(await idsIn(rows(page))).toEqual(before)
    await page.getByRole('button', { name: '1 new delivery' }).click()
    await rows(page).first().filter({ hasText: 'Joan' }).waitFor()
    expect(visitor.consoleErrors).toEqual([])
  })
})
