import { isObject } from '@replywright/contract/json.ts'
import { ANSWER_FIELDS, ANSWER_LABELS, ANSWER_TAGS, CUSTOMER_LABELS } from './dialects.ts'

/** Returns an answer without the tag, the label or the JSON around it. */
export function unwrapAnswer(text: string): string {
  return withoutLabel(withoutTag(fieldOf(text) ?? text))
}

function withoutTag(text: string): string {
  const { open } = ANSWER_TAGS.find((tag) => text.slice(0, 20).toLowerCase().startsWith(`<${tag.open}>`)) ?? {}
  if (open === undefined) return text
  const inner = text.slice(open.length + 2)
  const close = `</${open}>`
  return (inner.toLowerCase().endsWith(close) ? inner.slice(0, -close.length) : inner).trim()
}

function withoutLabel(text: string): string {
  const start = text.slice(0, 30).toLowerCase()
  const label = ANSWER_LABELS.find(({ open }) => start.startsWith(open))
  return label ? text.slice(label.open.length).trimStart() : text
}

/** Returns the text of an answer as JSON with one field of text, besides the role. */
function fieldOf(text: string): string | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(parsed)) return undefined
  const { role, ...fields } = parsed
  const [[key, value] = [], ...others] = Object.entries(fields)
  const isAnswer = others.length === 0 && (role === undefined || role === 'assistant')
  return isAnswer && typeof value === 'string' && ANSWER_FIELDS.some(({ open }) => open === key)
    ? value.trim()
    : undefined
}

/**
 * Returns what the model says before it invents the customer's next message. `User:` counts only if an answer follows,
 * because it is a word of usual texts.
 */
export function beforeInvented(text: string): string {
  const lower = text.toLowerCase()
  const labels = CUSTOMER_LABELS.map(({ open }) => lower.indexOf(`\n${open}`))
  const user = lower.indexOf('\nuser:')
  const answered = user !== -1 && ANSWER_LABELS.some(({ open }) => lower.indexOf(`\n${open}`, user) !== -1)
  const ends = [...labels, answered ? user : -1].filter((at) => at > 0)
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends))
}

const COMMENT = ['<!--', '-->'] as const
const DETAILS = ['<details', '</details>'] as const
const THOUGHTS = /reason|think|thought/i
/** How far the summary of a folded text is from its beginning. */
const LONGEST_SUMMARY = 200

/** Returns a text without comments, and without thoughts that are folded as `<details>`. */
export function withoutHidden(text: string): string {
  const visible = without(text, COMMENT, () => true)
  return without(visible, DETAILS, (details) =>
    THOUGHTS.test(details.slice(0, LONGEST_SUMMARY).split('</summary>')[0] ?? ''),
  )
}

function without(text: string, [open, close]: readonly [string, string], isHidden: (part: string) => boolean): string {
  let rest = ''
  let from = 0
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at + 1)) {
    if (at < from) continue
    const end = text.indexOf(close, at)
    const part = text.slice(at, end === -1 ? text.length : end + close.length)
    if (!isHidden(part)) continue
    rest += text.slice(from, at)
    from = at + part.length
  }
  return rest + text.slice(from)
}
