import type { Attributes } from './visibility.ts'

/** Text that a style sheet adds to elements. */
export interface StyleRule {
  readonly side: 'before' | 'after'
  /** The element and those around it, innermost first. Those are anywhere around it, or its parent if `isChild` is set. */
  readonly compounds: readonly Compound[]
  readonly content: readonly Piece[]
  /** False if the selector or the text has parts that are not followed. */
  readonly isExact: boolean
}

interface Compound {
  readonly tag: string
  readonly id: string
  readonly classes: readonly string[]
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[]
  /** Whether the next compound is its parent. */
  isChild: boolean
}

/** A text, or the name of the attribute that has it. */
type Piece = { readonly text: string } | { readonly attribute: string }

export interface StyledElement {
  readonly name: string
  readonly attributes: Attributes
}

/** Maximum number of rules that are followed. A page has a few. */
const MOST_RULES = 200
/** Blocks of rules that apply if a condition is true. Other blocks with an `@` have no rules. */
const CONDITIONS = /^@(?:media|supports|layer|container|scope)\b/i
const PRINT_ONLY = /^@media\s{1,9}(?:only\s{1,9})?print\b(?!\s{0,9},)/i

/** Returns the rules of a style sheet that add words. Takes time in proportion to its length. */
export function styleRules(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  const { length } = css
  let at = 0
  while (at < length && rules.length < MOST_RULES) {
    const start = at
    at = endOf(css, at, '{};')
    const prelude = withoutComments(css.slice(start, at)).trim()
    const mark = css[at]
    at += 1
    if (mark !== '{') continue
    if (CONDITIONS.test(prelude) && !PRINT_ONLY.test(prelude)) continue
    const body = at
    at = blockEnd(css, at)
    if (!prelude.startsWith('@')) rules.push(...rulesOf(prelude, css.slice(body, at - 1)))
  }
  return rules
}

/** Returns a style sheet without its comments. */
function withoutComments(css: string): string {
  const parts: string[] = []
  let from = 0
  while (from < css.length) {
    const start = css.indexOf('/*', from)
    parts.push(css.slice(from, start === -1 ? css.length : start), ' ')
    const end = start === -1 ? -1 : css.indexOf('*/', start + 2)
    from = end === -1 ? css.length : end + 2
  }
  return parts.join('')
}

/** Returns the position of the first of some characters outside strings and comments, or the end. */
function endOf(css: string, from: number, characters: string): number {
  let at = from
  while (at < css.length) {
    const character = css.charAt(at)
    if (characters.includes(character)) return at
    at = after(css, at)
  }
  return css.length
}

/** Returns the position after a character, an escaped character, a string or a comment. */
function after(css: string, at: number): number {
  const character = css.charAt(at)
  if (character === '\\') return at + 2
  if (character === '/' && css.charAt(at + 1) === '*') {
    const end = css.indexOf('*/', at + 2)
    return end === -1 ? css.length : end + 2
  }
  if (character !== '"' && character !== "'") return at + 1
  let end = at + 1
  while (end < css.length && css.charAt(end) !== character && css.charAt(end) !== '\n')
    end += css.charAt(end) === '\\' ? 2 : 1
  return end + 1
}

/** Returns the position after the end of a block. */
function blockEnd(css: string, from: number): number {
  let depth = 1
  let at = from
  while (at < css.length && depth > 0) {
    at = endOf(css, at, '{}')
    depth += css.charAt(at) === '{' ? 1 : -1
    at += 1
  }
  return at
}

function rulesOf(prelude: string, body: string): StyleRule[] {
  if (!/content/i.test(body) || !/:(?:before|after)\b/i.test(prelude)) return []
  const declarations = splitAt(withoutComments(body), ';').map((each) => {
    const colon = each.indexOf(':')
    return [each.slice(0, colon).trim().toLowerCase(), each.slice(colon + 1).trim()] as const
  })
  const declared = (name: string) => declarations.findLast(([property]) => property === name)?.[1]
  const value = declared('content')
  // The characters of a font of icons are not text.
  if (value === undefined || declared('font-family') !== undefined || declared('display') === 'none') return []
  const { pieces, isExact } = piecesOf(value)
  if (!pieces.some((piece) => 'attribute' in piece || HAS_WORDS.test(piece.text))) return []
  return splitAt(prelude, ',').flatMap((selector) => {
    const [, elements = '', side] = /^(.{1,500}?)::?(before|after)$/is.exec(selector.trim()) ?? []
    if (side === undefined || STATES.test(elements)) return []
    const found = compoundsOf(elements)
    return found === undefined
      ? []
      : [
          {
            side: side.toLowerCase() === 'before' ? ('before' as const) : ('after' as const),
            compounds: found.compounds,
            content: pieces,
            isExact: isExact && found.isExact,
          },
        ]
  })
}

/** A letter, a digit, a currency or a unit. Icons are private characters and symbols. */
export const HAS_WORDS = /[\p{L}\p{N}\p{Sc}%°]/u
/** What the visitor does, and languages. */
const STATES = /:(?:hover|focus|active|target|visited|lang|empty|placeholder|invalid|user-invalid)/i

function splitAt(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  while (start <= text.length) {
    const end = endOf(text, start, separator)
    parts.push(text.slice(start, end))
    start = end + 1
  }
  return parts
}

const ATTRIBUTE = /^attr\(([\w-]{1,99})/i
const WITHOUT_TEXT = /^(?:open|close|no-open|no-close)-quote$|^!important$|^url\(/i
const LONGEST_VALUE = 2000

function piecesOf(written: string): { readonly pieces: readonly Piece[]; readonly isExact: boolean } {
  const value = written.slice(0, LONGEST_VALUE)
  const pieces: Piece[] = []
  let isExact = true
  for (let at = 0; at < value.length; ) {
    const isText = value.charAt(at) === '"' || value.charAt(at) === "'"
    const end = isText ? after(value, at) : endOfWord(value, at)
    const piece = isText ? value.slice(at + 1, end - 1) : value.slice(at, end).trim()
    at = end
    // What is after a slash is for screen readers.
    if (!isText && piece.startsWith('/')) break
    const attribute = isText ? undefined : ATTRIBUTE.exec(piece)?.[1]
    if (attribute !== undefined) pieces.push({ attribute: attribute.toLowerCase() })
    else if (isText) pieces.push({ text: unescaped(piece) })
    else if (piece !== '' && !WITHOUT_TEXT.test(piece)) isExact = false
  }
  return { pieces, isExact }
}

/** Returns the position of the next text, or after the next white space outside brackets. */
function endOfWord(value: string, from: number): number {
  let depth = 0
  for (let at = from; at < value.length; at += 1) {
    const character = value.charAt(at)
    if (depth === 0 && at > from && (character === '"' || character === "'")) return at
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (depth <= 0 && /\s/.test(character)) return at + 1
  }
  return value.length
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|\r?\n|([\s\S]))/gi, (_, code: string | undefined, character = '') => {
    const point = code === undefined ? 0 : Number.parseInt(code, 16)
    if (code === undefined) return character
    return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
  })
}

/** Returns the parts of a selector, innermost first, or undefined for one without an element. */
function compoundsOf(
  selector: string,
): { readonly compounds: readonly Compound[]; readonly isExact: boolean } | undefined {
  const compounds: Compound[] = []
  let isExact = true
  for (const part of selector.replace(/[>+~]/g, ' $& ').trim().split(/\s+/).toReversed()) {
    const last = compounds.at(-1)
    if (part === '+' || part === '~') {
      isExact = false
      break
    }
    if (part === '>') {
      if (last) last.isChild = true
      continue
    }
    const compound = compoundOf(part)
    isExact &&= compound.isExact
    compounds.push(compound.compound)
  }
  return compounds.length === 0 ? undefined : { compounds, isExact }
}

const SIMPLE = /[#.]?[\w\P{ASCII}-]+|[\s\S]/gu

function compoundOf(written: string): { readonly compound: Compound; readonly isExact: boolean } {
  const [simple = '', ...bracketed] = written.slice(0, 500).split('[')
  const [plain = ''] = simple.split(':', 1)
  const classes: string[] = []
  const attributes: [string, string | undefined][] = []
  let [tag, id, isExact] = ['', '', plain === simple]
  for (const [word] of plain.matchAll(SIMPLE)) {
    if (word.startsWith('#')) id = word.slice(1)
    else if (word.startsWith('.')) classes.push(word.slice(1))
    else if (NAME.test(word)) tag = word.toLowerCase()
    else isExact &&= word === '*'
  }
  for (const each of bracketed) {
    const [condition = '', rest = ''] = each.split(']', 2)
    const [name = '', ...value] = condition.split('=')
    isExact &&= rest === '' && NAME.test(name.trim())
    attributes.push([name.trim().toLowerCase(), value.length > 0 ? unquoted(value.join('=').trim()) : undefined])
  }
  return { compound: { tag, id, classes, attributes, isChild: false }, isExact }
}

const NAME = /^[\w\P{ASCII}-]+$/u

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && /["']/.test(value.charAt(0)) && value.endsWith(value.charAt(0))
  return isQuoted ? value.slice(1, -1) : value
}

/** Returns whether a rule applies to an element. @param around the elements around it, outermost first */
export function appliesTo(
  { compounds, isExact }: StyleRule,
  element: StyledElement,
  around: readonly StyledElement[],
): boolean {
  const [own, ...others] = compounds
  if (!own || !matches(own, element)) return false
  // What is around the element of a selector that is not followed may be another relation.
  if (!isExact) return true
  let at = around.length - 1
  let isFixed = own.isChild
  for (const compound of others) {
    while (!isFixed && at >= 0 && !matches(compound, around[at])) at -= 1
    if (!matches(compound, around[at])) return false
    at -= 1
    isFixed = compound.isChild
  }
  return true
}

function matches({ tag, id, classes, attributes }: Compound, element: StyledElement | undefined): boolean {
  if (!element) return false
  const { name, attributes: own } = element
  if ((tag && tag !== name) || (id && id !== own.id)) return false
  const names = classes.length > 0 ? (own.class ?? '').slice(0, 2000).split(/\s+/) : []
  return (
    classes.every((each) => names.includes(each)) &&
    attributes.every(([key, value]) => (value === undefined ? own[key] !== undefined : own[key] === value))
  )
}

/** Returns the text that a rule adds to an element. */
export function styleText({ content }: StyleRule, attributes: Attributes): string {
  return content.map((piece) => ('text' in piece ? piece.text : (attributes[piece.attribute] ?? ''))).join('')
}
