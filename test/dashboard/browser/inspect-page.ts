import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import * as v from 'valibot'

const Violations = v.array(
  v.object({
    id: v.string(),
    impact: v.nullish(v.string()),
    help: v.string(),
    nodes: v.array(v.object({ target: v.array(v.unknown()) })),
  }),
)
/** The minified one: each page that is inspected reads it. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** What nobody could overlook, or use. */
const GRAVE = ['serious', 'critical']
/** Leaves out the rules that declare a lesser impact, which all of their findings have. A rule without a declared impact runs. */
const AXE_RUN = `axe.run({
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe._audit.rules
      .filter(({ impact }) => impact && !${JSON.stringify(GRAVE)}.includes(impact))
      .map(({ id }) => [id, { enabled: false }]),
  ),
}).then(({ violations }) => violations)`
const WIDE = 1280
export const NARROW = 360

/** Opens an address and waits until what it reads is there; answers its title. */
export async function openAddress(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await page.locator('main:not(:has([aria-busy="true"])) h1').waitFor()
  return await page.title()
}

/** What is wrong with the page that is open, wide and narrow: grave findings of axe, and scrolling sideways. */
export async function inspectPage(page: Page): Promise<string[]> {
  const wrong: string[] = []
  await page.evaluate(AXE)
  for (const width of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height: 900 })
    // What is laid out anew by scripts is, one frame later.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    for (const { id, impact, help, nodes } of v.parse(Violations, await page.evaluate(AXE_RUN)))
      if (GRAVE.includes(impact ?? ''))
        wrong.push(
          `${width} px, ${impact}: ${help} (${id}) at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        )
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (beyond > 0) wrong.push(`${width} px: scrolls sideways by ${beyond} px`)
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
  return wrong
}

/** The paths of all routes of the router that runs in the page. */
export async function routedPaths(page: Page): Promise<string[]> {
  return v.parse(v.array(v.string()), await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)'))
}
