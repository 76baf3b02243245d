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
/** The minified version, because every inspected document loads it. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** The reported impacts of axe. */
const REPORTED_IMPACTS = ['serious', 'critical']
const WIDE = 1280
export const NARROW = 360
/** Rules about colours, which are the slowest. They run in the wide layout only. */
const COLOURS = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block']
/** Those of level AA. */
const REQUIRED_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Builds the script that runs axe without the `disabled` rules and without those that declare a lower impact, because
 * all of their findings have it.
 */
const axeRun = (disabled: readonly string[]) => `axe.run({
  resultTypes: ['violations'],
  rules: Object.fromEntries(
    axe._audit.rules
      .filter(({ id, impact }) => ${JSON.stringify(disabled)}.includes(id) || (impact && !${JSON.stringify(REPORTED_IMPACTS)}.includes(impact)))
      .map(({ id }) => [id, { enabled: false }]),
  ),
}).then(({ violations }) => violations)`

/** The heading of a page whose data is loaded. */
export const LOADED = 'main:not(:has([aria-busy="true"])) h1'

/** Opens an address and waits until its data is loaded. Returns the page title. */
export async function openAddress(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await page.locator(LOADED).waitFor()
  return await page.title()
}

// Scripts update the layout one frame later.
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/**
 * Returns the problems of the open page, wide and narrow: serious axe findings and horizontal overflow.
 * @param settle waits until the page has its layout after a change of its width
 */
export async function inspectPage(
  page: Page,
  settle: () => Promise<unknown> = () => page.evaluate(TWO_FRAMES),
): Promise<string[]> {
  const problems: string[] = []
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE)
  for (const width of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height: 900 })
    await settle()
    const violations = v.parse(Violations, await page.evaluate(axeRun(width === WIDE ? [] : COLOURS)))
    for (const problem of reported(violations)) problems.push(`${width} px, ${problem}`)
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (overflow > 0) problems.push(`${width} px: horizontal overflow of ${overflow} px`)
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
  return problems
}

/** Returns the axe findings about colours of the open page, as it is. */
export async function inspectColours(page: Page): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE)
  const run = `axe.run({ resultTypes: ['violations'], runOnly: ${JSON.stringify(REQUIRED_COLOURS)} }).then(({ violations }) => violations)`
  return reported(v.parse(Violations, await page.evaluate(run)))
}

function reported(violations: v.InferOutput<typeof Violations>): string[] {
  return violations
    .filter(({ impact }) => REPORTED_IMPACTS.includes(impact ?? ''))
    .map(
      ({ id, impact, help, nodes }) =>
        `${impact}: ${help} (${id}) at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
}

/** Returns the paths of all routes of the page's router. */
export async function routedPaths(page: Page): Promise<string[]> {
  return v.parse(v.array(v.string()), await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)'))
}
