import { CALL_FENCES, CALL_TAGS, PREFACES, REASONING_TAGS, RESULT_FENCES } from './dialects/dialects.ts'
import { readChannels } from './dialects/harmony.ts'
import { type FoundMark, findMarks } from './dialects/marks.ts'
import { reactCall } from './dialects/react.ts'
import type { OfferedTool, TextCall } from './dialects/text-call.ts'
import { parseCallAt, parseCalls } from './dialects/text-calls.ts'
import { beforeInvented, unwrapAnswer, withoutHidden } from './dialects/wrappers.ts'

export interface Answer {
  /** The text for the customer, without markup; `''` if nothing remains. */
  readonly text: string
  /** Whether the model wrote a tool call as text. */
  readonly hasCall: boolean
  /** The calls, if all of them name an offered tool. Their arguments are not validated yet. */
  readonly calls: readonly TextCall[]
}

/** The rest of a longer response is not read. */
const LONGEST = 200_000
/** Our marks (`build-history.ts`, `as-data.ts`, `step-messages.ts`). */
const OWN_MARKS = [
  /<\/?customer_message>|<data from="[^">]{0,200}">|<\/data>/gi,
  /\[(?:buttons: [^[\]\n]*|file [\w.+-]+\/[\w.+-]+|template “[^“”[\n]*”|A human colleague wrote:|Message without text\.|Start of the conversation\.)\]/g,
  // The facts of the prompt (`system-prompt.ts`), which people would write in another way.
  /^It(?:['’]s| is) \w{3,6}day, \d{4}-\d\d-\d\dT\d\d:\d\d UTC\.?[ \t]{0,9}\n?|^The customer's name(?:, as given by the customer)?: .*\n?/gm,
]

/** Marks with escaped brackets, which would become marks in Markdown. */
const ESCAPED = new RegExp(
  `&lt;(/?(?:[\\w-]{1,20}:)?(?:${[...REASONING_TAGS, ...CALL_TAGS].map(({ open }) => open).join('|')}))&gt;`,
  'gi',
)
/** What remains of emphasis around a mark. */
const EMPTY = /^[\s*_~`#>-]{0,20}$/

/** Removes the name of the role in a line of its own, which remains of the header of a turn. */
function withoutRole(text: string): string {
  return text.replace(/^\s{0,4}(?:assistant|model)\n/, '')
}

/** Collects the calls that are taken out of a text. */
class Calls {
  readonly #tools: readonly OfferedTool[]
  readonly read: TextCall[] = []
  count = 0
  unread = 0

  constructor(tools: readonly OfferedTool[]) {
    this.#tools = tools
  }

  /** Adds what the first of the texts calls that is a call. */
  add(...texts: readonly string[]): void {
    const found = texts.map((text) => parseCalls(text, this.#tools)).find((calls) => calls !== undefined)
    if (found) this.read.push(...found)
    else this.unread += 1
    this.count += 1
  }
}

/**
 * Returns the text of a model's response without what a customer must not see: what the model thinks, calls, and control
 * tokens in the forms of `dialects.ts`. The time is linear in the length.
 */
export function readAnswer(said: string, tools: readonly OfferedTool[]): Answer {
  const calls = new Calls(tools)
  // Gemma 4 writes quotes as tokens.
  const whole = withoutRole(
    said.slice(0, LONGEST).replaceAll('<|"|>', '"').replaceAll('<0x0A>', '\n').replaceAll(ESCAPED, '<$1>'),
  )
  const channels = readChannels(whole)
  for (const call of channels?.calls ?? []) calls.add(call)
  const react = reactCall(channels?.final ?? whole, tools)
  if (react) calls.add(react.call)
  const spoken = withoutReasoning(react?.before ?? channels?.final ?? whole)
  const ended = withoutHidden(untilEnd(spoken))
  const withoutRegions = takeRegions(ended, calls)
  const own = OWN_MARKS.reduce((text, mark) => text.replaceAll(mark, ''), withoutRegions)
  const text = takeLines(takeFences(own, tools, calls), tools, calls)
  const trimmed = text.trim()
  const answer = beforeInvented(unwrapAnswer(trimmed)).trim()
  const bare = text === said && answer === trimmed ? said : answer
  return {
    text: bare !== said && EMPTY.test(bare) ? '' : bare,
    hasCall: calls.count > 0,
    calls: calls.unread === 0 ? calls.read : [],
  }
}

/** Removes what the model thinks. Before a closing mark without an opening one, everything is reasoning. */
function withoutReasoning(text: string): string {
  const rest = behindPreface(text)
  const marks = findMarks(rest).filter(({ kind }) => kind === 'reasoning')
  let spoken = ''
  let from = 0
  let isThinking = false
  for (const { at, end, isClosing } of marks) {
    if (!isThinking && !isClosing) spoken += rest.slice(from, at)
    if (!isThinking && isClosing) spoken = ''
    isThinking = !isClosing
    from = end
  }
  return isThinking ? spoken : `${spoken}${rest.slice(from)}`
}

/** Returns the answer behind reasoning that a heading opens, or the text. */
function behindPreface(text: string): string {
  for (const { open, close } of PREFACES) {
    if (!startOf(text, open.length + 8).startsWith(open)) continue
    const flat = text.replaceAll('*', ' ').toLowerCase()
    const mark = [close, close.replace('\n', '\n  ')].find((each) => flat.includes(each))
    if (mark !== undefined) return text.slice(flat.indexOf(mark) + mark.length).replace(/^\*{0,2}/, '')
  }
  return text
}

function startOf(text: string, length: number): string {
  return text.trimStart().slice(0, length).replaceAll('*', '').toLowerCase()
}

const ROLE_NAMES = ['assistant', 'model', 'user', 'system', 'bot', 'human', 'tool']

/** Returns what the model says before it ends its turn or writes that of another role, without control tokens. */
function untilEnd(text: string): string {
  let said = ''
  let from = 0
  const marks = findMarks(text).filter(({ kind }) => kind === 'end' || kind === 'role' || kind === 'control')
  let isStruck = false
  for (const { at, end, kind, name } of marks) {
    said += text.slice(from, at)
    from = end
    if (kind !== 'control' && !(isStruck && name === '/s') && said.trim() !== '') return said
    // `<s>old</s>` is struck text, unless the text begins with it.
    isStruck = name === 's' && said.trim() !== ''
    const isNamed = kind === 'role' && !ROLE_NAMES.includes(name.replace('im_', ''))
    const role = isNamed
      ? ROLE_NAMES.find((each) =>
          text
            .slice(end, end + 12)
            .toLowerCase()
            .startsWith(each),
        )
      : undefined
    if (role !== undefined) from += role.length
  }
  return said + text.slice(from)
}

/** Takes marked calls, and the results that the model invented, out of a text. */
function takeRegions(text: string, calls: Calls): string {
  const marks = findMarks(text).filter(({ kind }) => kind === 'call' || kind === 'result')
  let rest = ''
  let from = 0
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index]
    if (!mark) break
    rest += text.slice(from, mark.at)
    from = mark.end
    if (mark.isClosing) continue
    const last = closingIndex(marks, index)
    const closing = marks[last]
    const isClosed = closing !== undefined && closing.name === mark.closedBy
    const inner = text.slice(mark.end, closing?.at ?? text.length)
    // Some marks are part of the call: <function=name>, functools[.
    if (mark.kind === 'call')
      calls.add(text.slice(mark.at, closing?.at ?? text.length), mark.name.endsWith('[') ? `[${inner}` : inner)
    else calls.count += 1
    from = isClosed ? closing.end : (closing?.at ?? text.length)
    index = isClosed ? last : last - 1
  }
  return rest + text.slice(from)
}

/** Returns the index of the mark that ends a region: the one that closes it, or the next of its kind. */
function closingIndex(marks: readonly FoundMark[], index: number): number {
  const opening = marks[index]
  let at = index + 1
  while (at < marks.length && marks[at]?.name !== opening?.closedBy && marks[at]?.name !== opening?.name) at += 1
  return at
}

const FENCE = '```'

/** Takes blocks of code that are calls out of a text. Other blocks stay. */
function takeFences(text: string, tools: readonly OfferedTool[], calls: Calls): string {
  const parts = text.split(FENCE)
  if (parts.length < 2) return text
  const rest = parts.map((part, index) => {
    if (index % 2 === 0) return part
    const line = part.indexOf('\n')
    const language = (line === -1 ? '' : part.slice(0, line)).trim().toLowerCase()
    const code = part.slice(line + 1)
    const isCall = CALL_FENCES.some(({ open }) => open === language)
    const isResult = RESULT_FENCES.some(({ open }) => open === language)
    if (isResult) calls.count += 1
    else if (isCall || parseCalls(code, tools)) calls.add(code)
    else if (code.trim() !== '' || part === '') return `${FENCE}${part}${index === parts.length - 1 ? '' : FENCE}`
    return ''
  })
  return rest.join('')
}

/** Lines that may be a call and are none are not tried further. */
const MOST_LINES = 20

/** Takes calls without marks out of a text: those in lines of their own, and those of JSON or Python in a sentence. */
function takeLines(text: string, tools: readonly OfferedTool[], calls: Calls): string {
  // A word of an answer can be the name of a tool.
  const isWord = /^[\s\w.:!?-]{1,80}$/.test(text) && !text.includes('_')
  if (!isWord && parseCalls(text, tools)) {
    calls.add(text)
    return ''
  }
  let rest = ''
  let from = 0
  let tried = 0
  for (let line = 0; line < text.length && tried < MOST_LINES; line = nextLine(text, line)) {
    if (line < from || !mayBeCall(text, line, tools)) continue
    tried += 1
    const found = parseCallAt(text, line, tools)
    const end = found && nextLine(text, found.end)
    if (!found || end === undefined || text.slice(found.end, end).trim() !== '') continue
    calls.read.push(...found.calls)
    calls.count += 1
    rest += text.slice(from, line)
    from = end
  }
  return takeInline(rest + text.slice(from), tools, calls)
}

/** Takes calls inside of sentences out of a text: JSON with the name of a tool, and `name_of_tool(…)`. */
function takeInline(text: string, tools: readonly OfferedTool[], calls: Calls): string {
  let rest = ''
  let from = 0
  const starts = tools.flatMap(({ name }) => inlineStarts(text, name)).toSorted((a, b) => a - b)
  for (const at of starts.slice(0, MOST_LINES)) {
    if (at < from) continue
    const found = parseCallAt(text, at, tools)
    if (!found && text.charAt(at) === '{') continue
    if (found) calls.read.push(...found.calls)
    else calls.unread += 1
    calls.count += 1
    rest += text.slice(from, at)
    from = found?.end ?? text.length
  }
  return rest + text.slice(from)
}

/** How far the name of a tool is from the beginning of a call as JSON. */
const LONGEST_HEAD = 120

function inlineStarts(text: string, name: string): number[] {
  const starts: number[] = []
  for (
    let at = text.indexOf(name);
    at !== -1 && starts.length < MOST_LINES;
    at = text.indexOf(name, at + name.length)
  ) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + name.length)]
    // Names of one word are words of sentences, too.
    if (after === '(' && /[_-]/.test(name) && !/[\w.-]/.test(before)) starts.push(at)
    if (before !== after || !'"\''.includes(after) || after === '') continue
    const head = text.slice(Math.max(0, at - LONGEST_HEAD), at)
    const brace = head.indexOf('{')
    if (brace !== -1) starts.push(at - head.length + brace)
  }
  return starts
}

function nextLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at + 1
}

function mayBeCall(text: string, line: number, tools: readonly OfferedTool[]): boolean {
  const start = text.slice(line, line + 100)
  if (/^(?:[{[]|print\()/.test(start)) return true
  const begins = ({ name }: OfferedTool) =>
    [`${name}(`, `default_api.${name}(`, `<${name}>`].some((each) => start.startsWith(each))
  return tools.some(begins)
}
