/** What a text in channels consists of. */
interface Channels {
  /** The text of the last final channel; `''` if there is none. */
  readonly final: string
  /** Calls: the name of the tool with the arguments behind it. */
  readonly calls: readonly string[]
}

const CHANNEL = '<|channel|>'
const MESSAGE = '<|message|>'
const BREAKS = ['<|end|>', '<|call|>', '<|return|>', '<|start|>', CHANNEL]
/** What remains of the marks if a server removes control tokens. */
const BARE = [
  ['assistantfinal', `${CHANNEL}final`],
  ['assistantanalysis', `${CHANNEL}analysis`],
  ['assistantcommentary', `${CHANNEL}commentary`],
] as const
const NAMES = ['analysis', 'commentary', 'final'] as const
const RECIPIENT = 'to='

/**
 * Returns the channels of a text in the Harmony format of gpt-oss, also if its control tokens were removed. Returns undefined
 * for other texts. Everything outside of the final channel is reasoning or a call.
 */
export function readChannels(said: string): Channels | undefined {
  const text = withMarks(said)
  if (!text.includes(CHANNEL)) return undefined
  const finals: string[] = []
  const calls: string[] = []
  // A recipient may precede the mark of the channel: `<|start|>assistant to=functions.f<|channel|>commentary`.
  let before = ''
  for (const part of text.split(CHANNEL)) {
    const { header, body, rest } = splitPart(part)
    const name = NAMES.find((each) => header.trimStart().toLowerCase().startsWith(each))
    const recipient = recipientOf(header) ?? recipientOf(before)
    before = name === undefined ? part : rest
    if (name !== undefined && recipient !== undefined) calls.push(`${recipient} ${body}`)
    else if (name === 'final') finals.push(body)
  }
  return { final: finals.at(-1) ?? '', calls }
}

function withMarks(said: string): string {
  const start = said.trimStart()
  const opening = NAMES.find(
    (name) => start.startsWith(name) && /^[A-Z"“]|^ to=/.test(start.slice(name.length, name.length + 4)),
  )
  const marked = opening === undefined ? said : `${CHANNEL}${start}`
  return BARE.reduce((text, [bare, marks]) => text.replaceAll(bare, marks), marked)
}

/** Splits `header<|message|>body<|end|>rest`. */
function splitPart(part: string): { readonly header: string; readonly body: string; readonly rest: string } {
  const message = part.indexOf(MESSAGE)
  const name = NAMES.find((each) => part.trimStart().toLowerCase().startsWith(each)) ?? ''
  const behind = part.toLowerCase().indexOf(name) + name.length
  // Without a mark, the body of a call begins with its arguments, and another one behind the name.
  const brace = part
    .slice(behind, behind + 20)
    .trimStart()
    .startsWith(RECIPIENT)
    ? part.indexOf('{')
    : -1
  const from = [message, brace, behind].find((at) => at !== -1) ?? behind
  const start = message === -1 ? from : from + MESSAGE.length
  const ends = BREAKS.map((mark) => part.indexOf(mark, start)).filter((at) => at !== -1)
  const end = Math.min(part.length, ...ends)
  return { header: part.slice(0, from), body: part.slice(start, end).trim(), rest: part.slice(end) }
}

/** Returns the tool that a header names: `to=functions.track_order`. */
function recipientOf(header: string): string | undefined {
  const at = header.indexOf(RECIPIENT)
  return at === -1 ? undefined : /^[\w.-]{1,80}/.exec(header.slice(at + RECIPIENT.length))?.[0]
}
