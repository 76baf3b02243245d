// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeBrowser } from './browser/chromium.ts'
import { describeInBrowser, eventually } from './browser/in-browser.ts'
import { inspectPage } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { type Visitor, visit } from './browser/visitor.ts'
import { signInToDashboard } from './session.ts'
import { webhooksOf } from './webhooks.ts'

/** Localhost, because only secure contexts have a clipboard. No request leaves the browser. */
const ORIGIN = 'http://localhost:1'
const HTML = `<!doctype html><html lang="en" data-mantine-color-scheme="light"><title>Gallery</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/gallery.css">
  <div id="root"></div><script type="module" src="/gallery.js"></script></html>`

/** Builds the page of shared components. Returns its files. */
async function buildGallery(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: ['packages/dashboard/src/ui/testing/gallery.tsx'],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    outdir: '/',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}

describeInBrowser('shared components', () => {
  let visitor: Visitor

  beforeAll(async () => {
    const files = await buildGallery()
    visitor = await visit(await takeBrowser(), ORIGIN)
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visitor.context.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      const contentType = { css: 'text/css', js: 'text/javascript' }[pathname.split('.')[1] ?? ''] ?? 'text/html'
      return route.fulfill({ contentType, body: files.get(pathname) ?? HTML })
    })
    await visitor.page.goto('/')
    await visitor.page.getByRole('heading', { name: 'Gallery' }).waitFor()
  })
  afterAll(() => visitor?.[Symbol.asyncDispose]())

  test('have no accessibility finding and no overflow, wide and narrow', async () => {
    expect(await inspectPage(visitor.page)).toEqual([])
    expect(visitor.consoleErrors).toEqual([])
  })

  test('a chart reads its values out by arrow keys, shows them to a pointer, and has a table', async () => {
    const { page } = visitor
    const chart = page.getByRole('slider', { name: 'Deliveries' })
    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await eventually(() => chart.getAttribute('aria-valuetext')).toBe('Sat 21 Nov, 13:00: Failed 0, Delivered 67')
    await page.keyboard.press('Escape')
    const lines = page.getByRole('slider', { name: 'Latency' })
    const box = await lines.boundingBox()
    if (!box) throw new Error('the chart is not visible')
    await page.mouse.move(box.x + box.width - 12, box.y + 40)
    await eventually(() => lines.innerText()).toContain('Sun 22 Nov, 11:00')
    const figure = page.getByRole('figure', { name: 'Latency' })
    await figure.getByRole('button', { name: 'Show as table' }).click()
    expect(await figure.getByRole('row', { name: 'Sat 21 Nov, 21:00' }).innerText()).toContain('No data')
  })

  test('a value of a JSON text is copied by its path, by keyboard and by pointer', async () => {
    const { page } = visitor
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
    await page.getByRole('treeitem', { name: '{' }).first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Copied id').waitFor()
    await eventually(clipboard).toBe('12345678901234567890')
    await page.getByText('"+4915100000001"').hover()
    await page.getByRole('button', { name: 'Copy contact.phoneNumber' }).click()
    await page.getByText('Copied contact.phoneNumber').waitFor()
    await eventually(clipboard).toBe('+4915100000001')
  })

  test('shortcuts work outside of fields and dialogs only, and can be disabled', async () => {
    const { page } = visitor
    await page.getByRole('heading', { name: 'Gallery' }).click()
    await page.keyboard.press('j')
    await page.getByText('Moves: 1').waitFor()
    await page.getByLabel('Field').pressSequentially('j?')
    await page.getByRole('heading', { name: 'Gallery' }).click()
    await page.keyboard.press('Control+j')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Next conversation').waitFor()
    await page.keyboard.press('j')
    await dialog.getByRole('switch', { name: 'Use single-key shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    expect(await page.getByText('Moves:').innerText()).toContain('Moves: 1')
  })

  test('a phone number stays in order beside a name written from right to left', async () => {
    const number = visitor.page.locator('bdi', { hasText: '+4915100000001' })
    expect(await number.innerText()).toBe('+4915100000001')
    expect(await visitor.page.evaluate(`getComputedStyle(document.querySelector('bdi[dir]')).direction`)).toBe('ltr')
  })

  test('a list has no tab stop at its times, shows them to pointers, and is found again with its filters', async () => {
    const { page } = visitor
    await page.goto('/deliveries')
    await page.getByRole('link', { name: 'Failed only' }).click()
    await page.waitForURL('**/deliveries?status=failed')
    await page.getByRole('link', { name: 'one' }).focus()
    await page.keyboard.press('Tab')
    await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('two')
    const time = page.locator('time').first()
    await time.hover()
    await page.getByRole('tooltip').getByText('2026-11-21T12:00:00.000Z').waitFor()
    await time.click()
    await page.getByRole('heading', { name: 'One delivery' }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Deliveries' }).click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=failed')
  })
})

describeInBrowser('the pages of operators', () => {
  let service: Service
  let page: Page

  beforeAll(async () => {
    const dashboard = await openDashboard('/operations/checks')
    ;({ service, page } = dashboard)
    return dashboard.close
  })

  test('checks run with progress, and lost work is looked for', async () => {
    await page.getByRole('button', { name: 'Run checks' }).click()
    await page.getByText('5 of 5 checks done').waitFor()
    await page.getByText('active; expiry is on').waitFor()
    expect(await page.getByRole('link', { name: 'Dead letters' }).getAttribute('href')).toBe('/operations/queues')
    await page.getByRole('button', { name: 'Find lost work' }).click()
    await page.getByText('No work is lost.').waitFor()
    expect(await page.getByText('items read').innerText()).toMatch(/^[1-9][\d,]* items read, [\d.,]+ read units\.$/)
  })

  test('a queue shows its history, and since when its oldest dead letter waits; a notice does not cover the navigation', async () => {
    const demo = await signInToDashboard(service)
    const { createWebhook, deliveryOnce, sendTest, url } = webhooksOf(service, demo)
    const { id } = await createWebhook({ url: url().replace('/demo', '/dead-letters') })
    service.receiver.behave(
      '/dead-letters',
      Array.from({ length: 4 }, () => ({ status: 503 })),
    )
    const failed = await sendTest(id)
    await deliveryOnce(failed, 'failed')
    await openInApp(page, '/operations/queues/nothing')
    await page.getByText('This page does not exist').waitFor()
    await page.getByRole('link', { name: 'Queues' }).click()
    await page
      .getByRole('row', { name: /^Webhook deliveries/ })
      .getByText('1', { exact: true })
      .last()
      .waitFor()
    await page.getByRole('link', { name: 'Webhook deliveries' }).click()
    await page.getByRole('slider', { name: 'Age of the oldest message' }).waitFor()
    // The failed message moves to the dead-letter queue with its next receive.
    const letter = page.locator('summary')
    await eventually(async () => {
      if ((await letter.count()) === 0) await page.getByRole('button', { name: 'Refresh' }).click()
      return await letter.count()
    }).toBe(1)
    expect(await demo.call('POST', `/v1/webhook-deliveries/${failed}/replay/`)).toMatchObject({ status: 201 })
    const replayed = page.getByText('1, already replayed')
    await eventually(async () => {
      if ((await replayed.count()) === 0) await page.getByRole('button', { name: 'Refresh' }).click()
      return await replayed.count()
    }).toBe(1)
    await letter.click()
    const sent = page.locator('dt', { hasText: 'irst sent' }).locator('xpath=../dd//time')
    await eventually(() => sent.count()).toBe(2)
    const [oldest, own] = await sent.evaluateAll((times) => times.map((time) => Reflect.get(time, 'dateTime')))
    expect(oldest).toBe(own)
    await page.getByRole('button', { name: 'Redrive message' }).click()
    const notice = await page.getByText('Redriven to the work queue').boundingBox()
    const main = await page.locator('main').boundingBox()
    expect(notice?.x).toBeGreaterThan(main?.x ?? 0)
  })

  test('a page with three actions leaves its heading room, wide and narrow', async () => {
    await openInApp(page, '/accounts')
    const description = page.getByText('Business accounts at the messaging provider')
    await page.getByRole('button', { name: 'Connect account' }).waitFor()
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await eventually(async () => (await description.boundingBox())?.width ?? 0).toBeGreaterThan(300)
    }
  })
})
