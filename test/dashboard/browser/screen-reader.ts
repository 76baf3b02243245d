import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { eventually } from './in-browser.ts'

/** Uses the open page as somebody does who hears it: by what is said of each element, in the order of reading. */
export interface ScreenReader {
  /** Moves on to the element of which this is said: its role and name. Returns all that is said of it. */
  moveTo(role: string, name: string | RegExp): Promise<string>
  /** Moves there, and activates it. */
  activate(role: string, name: string | RegExp): Promise<void>
  /** Moves to a field, and types into it. */
  type(role: string, name: string | RegExp, text: string): Promise<void>
  /** Waits until this is said of some element. */
  hears(phrase: RegExp): Promise<void>
}

/** More elements than a page has. */
const MOST_STEPS = 1500

let bundled: Promise<string> | undefined

/** Returns a script that sets `reader`. */
async function readerScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: "import { virtual } from '@guidepup/virtual-screen-reader'; globalThis.reader = virtual",
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  })
  return outputFiles[0]?.text ?? ''
}

/** Goes through the page once, from where the reader is. Returns what is said of the first element that is wanted, or an empty text. */
const search = (wanted: RegExp) => `(async () => {
  const wanted = ${wanted}
  let first
  for (let step = 0; step < ${MOST_STEPS}; step++) {
    await reader.next()
    const phrase = await reader.lastSpokenPhrase()
    const node = reader.activeNode
    if (wanted.test(phrase)) return phrase
    if (first !== undefined && node === first) return ''
    if (node?.isConnected) first ??= node
  }
  return ''
})()`

/** Starts a screen reader on the open page, which may only change inside the app from then on. */
export async function startScreenReader(page: Page): Promise<ScreenReader> {
  bundled ??= readerScript()
  await page.evaluate(await bundled)
  await page.evaluate('reader.start({ container: document.body })')
  const find = async (wanted: RegExp) => {
    let said = ''
    await eventually(async () => {
      said = await page.evaluate<string>(search(wanted))
      return said
    }).toMatch(wanted)
    return said
  }
  const moveTo = (role: string, name: string | RegExp) => find(phraseOf(role, name))
  return {
    moveTo,
    async activate(role, name) {
      await moveTo(role, name)
      await page.evaluate('reader.act()')
    },
    async type(role, name, text) {
      await moveTo(role, name)
      await page.evaluate(`reader.type(${JSON.stringify(text)})`)
    },
    hears: async (phrase) => void (await find(phrase)),
  }
}

/** A role, then the name, then what else is said: `textbox, Message, placeholder …`. */
function phraseOf(role: string, name: string | RegExp): RegExp {
  const source = typeof name === 'string' ? `${name.replace(/[^\w ]/g, '\\$&')}(?:,|$)` : name.source
  return new RegExp(`^${role}, ${source}`)
}
