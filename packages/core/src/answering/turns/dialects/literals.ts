/** A value in a text, and the position behind it. */
interface Parsed {
  readonly value: unknown
  readonly end: number
}

/** Lists and objects inside each other. */
const DEEPEST = 20
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
}
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/**
 * Parses the literal of JSON or Python at a position: text, number, list, object. Returns undefined if there is none. Reads
 * each character once.
 */
export function parseLiteral(text: string, from: number, depth = 0): Parsed | undefined {
  const at = skipSpace(text, from)
  const first = text.charAt(at)
  if (first === '"' || first === "'") return parseText(text, at)
  if (first === '{') return depth < DEEPEST ? parseObject(text, at, depth) : undefined
  if (first === '[' || first === '(') return depth < DEEPEST ? parseList(text, at, depth) : undefined
  return parseWord(text, at)
}

/** Returns the position of the next character that is no space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charAt(at).trim() === '') at += 1
  return at
}

/** Returns the name at a position, with dots, and the position behind it. */
export function parseName(text: string, from: number): { readonly name: string; readonly end: number } | undefined {
  let end = from
  while (end < text.length && /[\w.-]/.test(text.charAt(end))) end += 1
  return end === from ? undefined : { name: text.slice(from, end), end }
}

function parseText(text: string, at: number): Parsed | undefined {
  const quote = text.charAt(at)
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
  let value = ''
  for (let end = at + mark.length; end < text.length; end++) {
    if (text.startsWith(mark, end)) return { value, end: end + mark.length }
    const character = text.charAt(end)
    if (character !== '\\') {
      value += character
      continue
    }
    end += 1
    const escaped = text.charAt(end)
    const code = /^[0-9a-f]{4}$/i.exec(text.slice(end + 1, end + 5))?.[0]
    if (escaped === 'u' && code !== undefined) {
      value += String.fromCharCode(Number.parseInt(code, 16))
      end += 4
    } else value += ESCAPES[escaped] ?? escaped
  }
  return undefined
}

function parseWord(text: string, at: number): Parsed | undefined {
  let end = at
  while (end < text.length && /[\w.+-]/.test(text.charAt(end))) end += 1
  const word = text.slice(at, end)
  if (Object.hasOwn(WORDS, word)) return { value: WORDS[word], end }
  const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i.test(word)
  return isNumber ? { value: Number(word), end } : undefined
}

function parseList(text: string, at: number, depth: number): Parsed | undefined {
  const closing = CLOSING[text.charAt(at)] ?? ''
  const values: unknown[] = []
  let next = skipSpace(text, at + 1)
  while (text.charAt(next) !== closing) {
    const item = parseLiteral(text, next, depth + 1)
    if (!item) return undefined
    values.push(item.value)
    const after = behindItem(text, item.end, closing)
    if (after === undefined) return undefined
    next = after
  }
  return { value: values, end: next + 1 }
}

/** Returns a key: a text, or a name without quotes as in JavaScript. */
function parseKey(text: string, at: number): Parsed | undefined {
  if ('"\''.includes(text.charAt(at))) return parseText(text, at)
  const named = parseName(text, at)
  return named && { value: named.name, end: named.end }
}

function parseObject(text: string, at: number, depth: number): Parsed | undefined {
  const entries: [string, unknown][] = []
  let next = skipSpace(text, at + 1)
  while (text.charAt(next) !== '}') {
    const key = parseKey(text, next)
    if (typeof key?.value !== 'string') return undefined
    const colon = skipSpace(text, key.end)
    const item = text.charAt(colon) === ':' ? parseLiteral(text, colon + 1, depth + 1) : undefined
    if (!item) return undefined
    entries.push([key.value, item.value])
    const after = behindItem(text, item.end, '}')
    if (after === undefined) return undefined
    next = after
  }
  return { value: Object.fromEntries(entries), end: next + 1 }
}

/** Returns the position of the next item or of the closing mark, or undefined if neither follows. */
export function behindItem(text: string, end: number, closing: string): number | undefined {
  const at = skipSpace(text, end)
  if (text.charAt(at) === ',') return skipSpace(text, at + 1)
  return text.charAt(at) === closing ? at : undefined
}

/** Returns a value as JSON if it is JSON, else as text. The schema decides what a number in quotes becomes. */
export function valueIn(text: string): unknown {
  const bare = text.trim()
  const parsed = '{['.includes(bare.charAt(0)) && bare !== '' ? parseLiteral(bare, 0) : undefined
  return parsed && parsed.end === bare.length ? parsed.value : bare
}
