// @module-tag long
import type { Service } from '@replywright/local/start-service.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { takeBrowser } from './browser/chromium.ts'
import { type DemoData, demoDataOf } from './browser/demo-data.ts'
import { describeInBrowser } from './browser/in-browser.ts'
import { inspectLook } from './browser/inspect-look.ts'
import { inspectPage, LOADED, openAddress, routedPaths } from './browser/inspect-page.ts'
import { openDashboard } from './browser/open-dashboard.ts'
import { openInApp } from './browser/open-in-app.ts'
import { addressOf, PAGE_OF_EACH_KIND, PAGES, PUBLIC_PAGES } from './browser/pages.ts'
import { signIn } from './browser/session-pages.ts'
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
    expect(await inspectLook(visitor.page)).toEqual([])
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

  describe('that is broken', { tags: 'full' }, () => {
    /** Opens the sign-in page with other styles. */
    const visitBroken = async (broken: (css: string) => string) => {
      const visitor = await visit(await takeBrowser(), service.ready.dashboardUrl)
      await visitor.context.route('**/*.css', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: broken(await response.text()) })
      })
      await visitor.page.goto('/')
      return visitor
    }
    /** Opens the overview, which has charts, with other styles. Returns what the tests above find. */
    const findingsOf = async (broken: (css: string) => string) => {
      await using visitor = await visitBroken(broken)
      await signIn(visitor.page, service.ready)
      await visitor.page.locator(LOADED).waitFor()
      await visitor.page.getByRole('slider').first().waitFor()
      return [...(await inspectPage(visitor.page)), ...(await inspectLook(visitor.page))]
    }
    const added = (rule: string) => (css: string) => `${css}\n${rule}`
    const texts = 'main p, main span, main label, main td'

    test.each([
      [
        'a colour of a chart that is not defined',
        (css: string) => css.replaceAll('--chart-accent:', '--chart-acent:'),
        [/^light: --chart-accent is not defined/, /^dark: --chart-accent is not defined/],
      ],
      [
        'a rule with a name that is not defined',
        added('main h1 { color: var(--no-such-colour); }'),
        [/^light: --no-such-colour is not defined for main h1/, /^dark: --no-such-colour/],
      ],
      [
        'no outline of the focus',
        added('*:focus-visible { outline: none !important; box-shadow: none !important; }'),
        [/^light: no visible focus: a/, /^dark: no visible focus: a/],
      ],
      [
        'pale text in the light scheme',
        added(`@media (prefers-color-scheme: light) { ${texts} { color: #ccc !important; } }`),
        [/^1280 px, serious: .*contrast/],
      ],
      [
        'dim text in the dark scheme',
        added(`@media (prefers-color-scheme: dark) { ${texts} { color: #444 !important; } }`),
        [/^dark: serious: .*contrast/],
      ],
      [
        'an overflow of the phone',
        added('@media (max-width: 400px) { main h1 { width: 700px; } }'),
        [/^360 px: horizontal/],
      ],
      ['an overflow of the desk', added('main h1 { width: 2000px; }'), [/^1280 px: horizontal/, /^360 px: horizontal/]],
    ])('by %s is found', async (_, broken, expected) => {
      const findings = await findingsOf(broken)
      for (const pattern of expected) expect(findings).toContainEqual(expect.stringMatching(pattern))
    })

    test('by a field without a label or an outline of the focus, or with one that is hidden, is found', async () => {
      const field = 'input[type="email"]:focus-visible, .mantine-PasswordInput-input:has(:focus-visible)'
      await using visitor = await visitBroken(added(`:is(${field}) { outline: none !important; }`))
      await visitor.page.getByRole('button', { name: 'Sign in' }).waitFor()
      await visitor.page.evaluate(`{
        const field = document.querySelector('input[type="email"]')
        document.querySelector('label[for="' + field.id + '"]').remove()
        field.placeholder = 'Email'
      }`)
      const problems = (await inspectLook(visitor.page)).filter((problem) => problem.startsWith('light: no'))
      const found = problems.map((problem) => /^light: [\w ]+: input/.exec(problem)?.[0])
      const [label, focus] = ['light: no label: input', 'light: no visible focus: input']
      expect(found.toSorted()).toEqual([label, focus, focus])
    })
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
