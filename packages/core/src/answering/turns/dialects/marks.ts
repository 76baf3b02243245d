import {
  CALL_MARKS,
  CALL_TAGS,
  CALL_TOKENS,
  CONTROL_TAGS,
  ENDS,
  REASONING_MARKS,
  REASONING_TAGS,
  REASONING_TOKENS,
  RESULT_TAGS,
  ROLES,
} from './dialects.ts'

export type MarkKind = 'reasoning' | 'call' | 'result' | 'end' | 'role' | 'control'

/** A mark in a text, from `at` to `end`. */
export interface FoundMark {
  readonly at: number
  readonly end: number
  readonly kind: MarkKind
  /** In lower case. */
  readonly name: string
  readonly isClosing: boolean
  /** The name of the mark that closes it; undefined if everything to the end of the text belongs to it. */
  readonly closedBy: string | undefined
}

type Known = Pick<FoundMark, 'kind' | 'isClosing' | 'closedBy'>

/** Short names that are usual words. */
const NO_TAGS = ['end', 'eot', 'return']
const TAGS = new Map<string, Known>()
const TOKENS = new Map<string, Known>()
const WORDS = new Map<string, Known>()

function add(to: Map<string, Known>, kind: MarkKind, name: string, closedBy?: string, isClosing = false): void {
  to.set(name, { kind, isClosing, closedBy })
}

for (const { open, close = `/${open}` } of REASONING_TAGS) {
  add(TAGS, 'reasoning', open, close)
  add(TAGS, 'reasoning', close, undefined, true)
}
for (const { open, close } of REASONING_TOKENS) {
  add(TOKENS, 'reasoning', open, close)
  add(TOKENS, 'reasoning', close, undefined, true)
}
for (const { open, close } of REASONING_MARKS) {
  add(WORDS, 'reasoning', open, close)
  add(WORDS, 'reasoning', close, undefined, true)
}
for (const { open } of CALL_TAGS) {
  add(TAGS, 'call', open, `/${open}`)
  add(TAGS, 'call', `/${open}`, undefined, true)
}
for (const { open } of RESULT_TAGS) {
  add(TAGS, 'result', open, `/${open}`)
  add(TAGS, 'result', `/${open}`, undefined, true)
}
for (const { open, close } of CALL_TOKENS) {
  add(TOKENS, 'call', open, close)
  if (close) add(TOKENS, 'call', close, undefined, true)
}
for (const { open, close } of CALL_MARKS) {
  add(WORDS, 'call', open, close)
  if (close) add(WORDS, 'call', close, undefined, true)
}
for (const { open } of ENDS) {
  add(TOKENS, 'end', open)
  if (!NO_TAGS.includes(open)) add(TAGS, 'end', open)
}
for (const { open } of ROLES) add(TOKENS, 'role', open)
add(TAGS, 'role', 'start_of_turn')
add(WORDS, 'role', '[inst]')
add(WORDS, 'role', '<|turn>')
add(WORDS, 'end', '<turn|>')
add(WORDS, 'control', '[/inst]')
add(WORDS, 'control', '[bos]')
add(WORDS, 'end', '[eos]')
for (const { open } of CONTROL_TAGS) add(TAGS, 'control', open)

const TOKEN = /<\/?[|｜]([^|｜<>\n]{1,60})[|｜]>/y
/** A tag with an optional namespace, with attributes or, as in `<function=name>`, a value. */
const TAG = /<(\/?)(?:｜DSML｜|[\w-]{1,20}:)?([a-z][\w]{0,30})(?=[\s=>/])[^<>]{0,300}>/iy
const QUOTES: Readonly<Record<string, string>> = { '`': '`', '"': '"', "'": "'", '“': '”', '‘': '’', '«': '»' }

/** Returns the marks of a text in order. A mark in quotes is a word of the text. Reads the text once. */
export function findMarks(text: string): FoundMark[] {
  const found: FoundMark[] = []
  for (let at = 0; at < text.length; at++) {
    const mark = markAt(text, at)
    if (!mark) continue
    const quote = QUOTES[text.charAt(at - 1)]
    if (quote === undefined || text.charAt(mark.end) !== quote) found.push(mark)
    at = mark.end - 1
  }
  const torn = tornMark(text, found.at(-1)?.end ?? 0)
  if (torn) found.push(torn)
  return found
}

/** The longest mark that a response can break off in. */
const LONGEST_TORN = 64
/** Characters that tell the beginning of a mark from text: of `<thi`, but not of `<th`. */
const LEAST_TORN = 4

/** Returns the mark at the end of a text of which only the beginning is there, because the response was cut. */
function tornMark(text: string, from: number): FoundMark | undefined {
  const start = Math.max(from, text.length - LONGEST_TORN)
  const tail = text.slice(start)
  const at = Math.max(tail.lastIndexOf('<'), tail.lastIndexOf('['), tail.lastIndexOf('◁'))
  if (at === -1 || QUOTES[tail.charAt(at - 1)] !== undefined) return undefined
  const beginning = tail.slice(at).toLowerCase()
  const place = { at: start + at, end: text.length, name: beginning }
  const whole = tornOf(beginning)
  if (whole) return { ...place, ...whole, closedBy: undefined }
  const isToken = /^<\/?[|｜][^<>\s]*$/.test(beginning)
  return isToken ? { ...place, kind: 'control', isClosing: false, closedBy: undefined } : undefined
}

function tornOf(beginning: string): Known | undefined {
  if (beginning.length < LEAST_TORN) return undefined
  for (const [known, write] of [
    [WORDS, (name: string) => name],
    [TAGS, (name: string) => `<${name}>`],
    [TOKENS, (name: string) => `<|${name}|>`],
  ] as const)
    for (const [name, kind] of known) if (write(name).startsWith(beginning)) return kind
  return undefined
}

function markAt(text: string, at: number): FoundMark | undefined {
  const first = text.charAt(at)
  if (first !== '<' && first !== '[' && first !== '◁' && first !== 'f') return undefined
  const start = text.slice(at, at + LONGEST_WORD).toLowerCase()
  for (const [word, known] of WORDS)
    if (start.startsWith(word)) return { at, end: at + word.length, name: word, ...known }
  return first === '<' ? (tokenAt(text, at) ?? tagAt(text, at)) : undefined
}

const LONGEST_WORD = 20

function tokenAt(text: string, at: number): FoundMark | undefined {
  TOKEN.lastIndex = at
  const match = TOKEN.exec(text)
  if (!match) return undefined
  const name = (match[1] ?? '').toLowerCase().replaceAll(/[▁ ]/g, '_')
  const end = at + match[0].length
  const other: Known = { kind: name.startsWith('tool') ? 'call' : 'control', isClosing: false, closedBy: undefined }
  return { at, end, name, ...(TOKENS.get(name) ?? (isResult(name) ? { ...other, kind: 'result' } : other)) }
}

function isResult(name: string): boolean {
  return name.startsWith('tool_output') || name.startsWith('tool_response') || name.startsWith('tool_result')
}

function tagAt(text: string, at: number): FoundMark | undefined {
  TAG.lastIndex = at
  const match = TAG.exec(text)
  const name = match && `${match[1]}${match[2]}`.toLowerCase()
  const known = name === null ? undefined : TAGS.get(name)
  if (!match || name === null || !known) return undefined
  const end = at + match[0].length
  // An empty element has no content: <think/>.
  const isEmpty = known.kind === 'reasoning' && match[0].endsWith('/>')
  return { at, end, name, ...(isEmpty ? { kind: 'control', isClosing: false, closedBy: undefined } : known) }
}
