// @module-tag long
import type { Service } from '@replywright/local/start-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { takeBrowser } from './browser/chromium.ts'
import { type DemoData, demoDataOf } from './browser/demo-data.ts'
import { describeInBrowser } from './browser/in-browser.ts'
import { inspectPage, openAddress, routedPaths } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { addressOf, PAGE_OF_EACH_KIND, PAGES, PUBLIC_PAGES } from './browser/pages.ts'
import { type Visitor, visit } from './browser/visitor.ts'

const addresses = Object.entries(PAGES).flatMap(([path, own]) => own.map((address) => [address, path] as const))
const [ofEachKind, others] = [true, false].map((wanted) =>
  addresses.filter(([address]) => PAGE_OF_EACH_KIND.includes(address) === wanted),
)

describeInBrowser('every page', () => {
  let service: Service
  let demo: Visitor
  let stranger: Visitor
  let data: DemoData
  const lines: string[] = []
  const titles = new Map<string, string>()

  beforeAll(async () => {
    const dashboard = await openDashboard('/', { log: ({ line }) => lines.push(line) })
    ;({ service } = dashboard)
    demo = dashboard
    stranger = await visit(await takeBrowser(), service.ready.dashboardUrl)
    data = demoDataOf(service)
    // Lists that are inspected have rows.
    await data.idOf('delivered')
    return async () => {
      await stranger[Symbol.asyncDispose]()
      await dashboard.close()
    }
  })

  const inspect = async (page: string, path: string) => {
    const isPublic = PUBLIC_PAGES.includes(path)
    const visitor = isPublic ? stranger : demo
    const title = await (isPublic ? openAddress : openInApp)(visitor.page, await addressOf(page, data))
    expect(await inspectPage(visitor.page)).toEqual([])
    expect(visitor.consoleErrors.splice(0)).toEqual([])
    expect([path, undefined]).toContain(titles.get(title))
    titles.set(title, path)
  }

  test('is listed here', async () => {
    expect((await routedPaths(demo.page)).toSorted()).toEqual(Object.keys(PAGES).toSorted())
    expect(ofEachKind).toHaveLength(PAGE_OF_EACH_KIND.length)
  })

  test.each(ofEachKind ?? [])('%s is accessible and has no layout overflow at 1280 and 360 pixels', inspect)

  describe('of all objects', { tags: 'full' }, () => {
    beforeAll(() => data.createAll())

    test.each(others ?? [])('%s is accessible and has no layout overflow at 1280 and 360 pixels', inspect)
  })

  test('keeps tokens and secrets out of URLs, storage and logs', async () => {
    const { ready, otherUser } = service
    const secrets = [...demo.secrets, ready.password, otherUser.password, ready.apiKey]
    expect(secrets.length).toBeGreaterThan(4)
    const stored = await demo.page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
    const texts = [...demo.urls, ...stranger.urls, stored, ...lines]
    for (const secret of secrets) expect(texts.find((text) => text.includes(secret))).toBeUndefined()
  })
})
