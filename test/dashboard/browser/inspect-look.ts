import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { inspectColours } from './inspect-page.ts'

/**
 * Finds, on the elements that are shown, styles that a browser discards without a message: declarations of rules, `style` and attributes of
 * pictures with a custom property that no rule defines, which make the whole declaration invalid, elements in the order of Tab without
 * a visible focus, and fields without a label.
 */
const FIND = `(() => {
  const problems = new Set()
  const nameOf = (element) => element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join('')
  const namesIn = (text) => [...text.matchAll(/var\\((--[\\w-]+)\\)/g)].map(([, name]) => name)
  const isDefined = (element, name) => getComputedStyle(element).getPropertyValue(name) !== ''
  const rules = [...document.styleSheets].flatMap(function styles(sheet) {
    return [...sheet.cssRules].flatMap((rule) =>
      rule.selectorText === undefined
        ? rule.cssRules && (!rule.media || matchMedia(rule.conditionText).matches) ? styles(rule) : []
        : [rule])
  })
  for (const { selectorText, style } of rules) {
    // The library's own classes leave what a property of a component sets undefined, and mean the initial value.
    if (selectorText.includes('.m_')) continue
    const used = namesIn(style.cssText)
    if (used.length === 0) continue
    const selector = selectorText.replace(/::?(before|after|placeholder|selection|hover|focus(-visible|-within)?|active|-webkit[\\w-]+)/g, '')
    let elements = []
    try { elements = [...document.querySelectorAll(selector || '*')].slice(0, 3) } catch {}
    for (const element of elements)
      for (const name of used)
        if (!isDefined(element, name) && element.checkVisibility()) problems.add(name + ' is not defined for ' + selectorText)
  }
  for (const element of document.querySelectorAll('[style*="var(--"], svg, svg *')) {
    const texts = ['style', 'fill', 'stroke', 'color', 'stop-color'].map((name) => element.getAttribute(name) ?? '')
    for (const name of texts.flatMap(namesIn))
      if (!isDefined(element, name)) problems.add(name + ' is not defined for ' + nameOf(element))
  }
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
  // What is drawn around an element is not seen if it fills one that hides what overflows.
  const isClipped = (element) => {
    const [own, outer] = [element, element.parentElement].map((each) => each.getBoundingClientRect())
    const gaps = [own.left - outer.left, own.top - outer.top, outer.right - own.right, outer.bottom - own.bottom]
    return getComputedStyle(element.parentElement).overflow === 'hidden' && gaps.every((gap) => gap < 2)
  }
  // Fields have a border anyway: another colour of it is hardly seen.
  const fields = 'input:not([type="checkbox"], [type="radio"], [type="range"]), select, textarea'
  const ring = (element, isField) => [null, '::after'].flatMap((part) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(element, part)
    const around = isClipped(element) ? [] : [outlineStyle === 'none' ? '' : outlineWidth, boxShadow]
    return [...around, ...(isField ? [] : [borderColor, backgroundColor])]
  }).join()
  // A control may show its focus on what surrounds it, as a label does for a hidden input.
  const around = (element) => [element, element.parentElement, element.nextElementSibling, element.closest('label')].filter(Boolean)
  document.activeElement?.blur()
  for (const element of stops) {
    const isField = element.matches(fields)
    // axe accepts a placeholder, which is gone when something is written.
    const isNamed = element.labels?.length > 0 || ['aria-label', 'aria-labelledby'].some((name) => element.hasAttribute(name))
    if (isField && !isNamed) problems.add('no label: ' + nameOf(element))
    const before = around(element).map((each) => ring(each, isField))
    element.focus({ focusVisible: true, preventScroll: true })
    if (document.activeElement !== element) continue
    if (around(element).every((each, index) => ring(each, isField) === before[index])) problems.add('no visible focus: ' + nameOf(element))
    element.blur()
  }
  return [...problems]
})()`

const SCHEMES = ['light', 'dark'] as const

/**
 * Returns what the open page shows wrongly in the light and in the dark scheme: see `FIND`, and text below its contrast. Each problem begins
 * with its scheme. Leaves the page in the light scheme, in which `inspectPage` looks for contrast.
 */
export async function inspectLook(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    for (const problem of v.parse(v.array(v.string()), await page.evaluate(FIND)))
      problems.push(`${colorScheme}: ${problem}`)
    if (colorScheme === 'dark')
      for (const problem of await inspectColours(page)) problems.push(`${colorScheme}: ${problem}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return problems
}
