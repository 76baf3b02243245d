import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../../test/dashboard/browser/chromium.ts'
import { findChromium } from '../../../test/dashboard/browser/find-chromium.ts'
import { inspectPage } from '../../../test/dashboard/browser/inspect-page.ts'
import { SITE } from './assemble.ts'
import { SOURCES, slugOf } from './navigation.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** Whether a script has made all code and tables that scroll focusable, which it does some time after the page has changed its width. */
const IS_FOCUSABLE = `[...document.querySelectorAll('pre, table')].every((part) => part.scrollWidth <= part.clientWidth || part.tabIndex === 0)`
const INSPECTED = ['', 'docs/operations', 'examples/order-status']

describe('the documentation site', { tags: 'full' }, () => {
  let pages: ReadonlyMap<string, string>
  const read = (path: string) => readFileSync(join(SITE, path), 'utf8')
  beforeAll(async () => {
    // Vitest's own variables would make it a build for development, which has no search.
    const env = { PATH: process.env.PATH }
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), 'build'], { env })
    pages = new Map(
      globSync('**/*.html', { cwd: SITE }).map((path) => [`/${path.replace(/index\.html$/, '')}`, read(path)]),
    )
  })

  test('has a page and its Markdown for each source and each tag of the API', () => {
    const index = read('llms.txt')
    for (const slug of SOURCES.map(slugOf)) {
      expect([...pages.keys()]).toContain(slug === '' ? '/' : `/${slug}/`)
      expect(index).toContain(`(/${slug || 'index'}.md)`)
    }
    const listed = Array.from(index.matchAll(/\]\(\/(\S+\.md)\)/g), ([, path = '']) => path)
    expect(listed.filter((path) => path.startsWith('reference/')).length).toBeGreaterThan(8)
    for (const path of listed) expect(read(path)).toMatch(/^# \S/)
  })

  test('has no broken link or anchor', () => {
    const broken = [...pages].flatMap(([page, html]) =>
      Array.from(html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g), ([, href = '']) => new URL(href, `http://site${page}`))
        .filter(({ host }) => host === 'site')
        .filter(({ pathname, hash }) => {
          const target = pages.get(pathname)
          if (target === undefined) return !existsSync(join(SITE, pathname))
          return hash !== '' && !target.includes(`id="${decodeURIComponent(hash.slice(1))}"`)
        })
        .map(({ pathname, hash }) => `${page}: ${pathname}${hash}`),
    )
    expect(broken).toEqual([])
  })

  test('loads nothing from other hosts', () => {
    const loads =
      /<(?:script|img|source|iframe|video|audio)\b[^>]*\bsrc(?:set)?="((?:https?:)?\/\/[^"]*)"|<link\b(?![^>]*rel="(?:canonical|sitemap)")[^>]*\bhref="((?:https?:)?\/\/[^"]*)"/g
    expect([...pages].flatMap(([, html]) => html.match(loads) ?? [])).toEqual([])
    const styles = globSync('**/*.css', { cwd: SITE }).map(read)
    expect(styles.flatMap((css) => css.match(/(url\(|@import )["']?(https?:)?\/\//g) ?? [])).toEqual([])
  })

  describe.skipIf(!findChromium())('in a browser', { tags: 'tool' }, () => {
    let server: Server
    let origin = ''
    beforeAll(async () => {
      server = createServer(({ url = '/' }, response) => {
        const { pathname } = new URL(url, 'http://127.0.0.1')
        const path = join(SITE, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
        if (!existsSync(path)) return response.writeHead(404).end()
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
        response.end(readFileSync(path))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${v.parse(v.object({ port: v.number() }), server.address()).port}`
    })
    afterAll(() => server.close())

    test('has accessible pages and a search, without requests to other hosts', async () => {
      await using browser = await launchChromium()
      const page = await browser.newPage()
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(origin)) elsewhere.push(request.url())
      })
      for (const slug of INSPECTED) {
        await page.goto(`${origin}/${slug}`.replace(/([^/])$/, '$1/'))
        expect([slug, ...(await inspectPage(page, () => page.waitForFunction(IS_FOCUSABLE)))]).toEqual([slug])
      }
      await page.getByRole('button', { name: 'Search' }).click()
      await page.locator('dialog input').fill('dead-letter')
      await page.locator('dialog a[href^="/docs/operations/"]').first().waitFor()
      expect(elsewhere).toEqual([])
    })
  })
})
