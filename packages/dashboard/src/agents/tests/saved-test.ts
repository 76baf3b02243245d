import type { AgentTurn } from '@replywright/contract/dashboard/tool-calls.ts'
import type { Message } from '@replywright/contract/messages.ts'
import type { KeptFile } from './kept-file.ts'

type Said = Pick<Message, 'id' | 'direction' | 'role' | 'type' | 'text' | 'transcript' | 'buttons' | 'media'>

export interface Chat {
  readonly agentId: string
  /** Oldest first. */
  readonly messages: readonly Said[]
  readonly turns: readonly AgentTurn[]
}

const ASK_FOR_HUMAN = 'ask_for_human'
const HANDOFF = 'hand_off_to_'
/** Tools of the service. A trial runs them. */
const OWN_TOOLS = [
  ASK_FOR_HUMAN,
  'offer_choices',
  'ask_for_number',
  'update_memory',
  'search_documents',
  'schedule_wake_up',
]

/** Returns the file of `agents test` that expects of the agent what it did in a chat. `clean` is applied to all texts. */
export function savedTest({ agentId, messages, turns }: Chat, clean: (text: string) => string): KeptFile {
  const ordered = turns.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
  const said = ordered.flatMap((turn) => {
    const asked = messages.filter(({ id }) => turn.messageIds.includes(id))
    const last = asked.at(-1)
    if (turn.status !== 'answered' || !last) return []
    const after = messages.slice(messages.indexOf(last) + 1)
    const end = after.findIndex(({ direction }) => direction === 'inbound')
    const replies = after.slice(0, end === -1 ? undefined : end).filter(({ role }) => role === 'assistant')
    return [{ ...customerOf(asked), expect: expectationOf(turn, replies) }]
  })
  const calls = ordered.flatMap(({ toolCalls }) => toolCalls).filter(({ name }) => !isOwn(name))
  // Of several results of a tool, the first one counts.
  const tools = Object.fromEntries(
    calls.toReversed().map(({ name, result }) => [name, readJson((result ?? '').trim())]),
  )
  const test = { name: 'A saved conversation', ...(calls.length > 0 && { tools: cleaned(tools, clean) }) }
  return { agent: agentId, runs: 1, tests: [{ ...test, turns: said.map((turn) => Object(cleaned(turn, clean))) }] }
}

function isOwn(name: string): boolean {
  return OWN_TOOLS.includes(name) || name.startsWith(HANDOFF)
}

const FILES: Readonly<Record<string, string>> = { image: 'picture.jpg', document: 'document.pdf' }

function customerOf(asked: readonly Said[]) {
  const [first] = asked
  const [button] = first?.buttons ?? []
  if (asked.length === 1 && button?.quickReplyId !== undefined)
    return { button: { id: button.quickReplyId, text: button.text } }
  const customer = asked.flatMap(({ text, transcript }) => transcript ?? (text || [])).join('\n')
  const file = asked.flatMap(({ type }) => FILES[type] ?? []).at(0)
  return { customer, ...(file !== undefined && { file }) }
}

function expectationOf({ toolCalls, agentIds }: AgentTurn, replies: readonly Said[]) {
  const calls = toolCalls.filter(({ name }) => name !== ASK_FOR_HUMAN && !name.startsWith(HANDOFF))
  const says = replies.map(({ text }) => text).join('\n')
  const handsOffTo = agentIds.slice(1)
  return {
    ...(calls.length > 0 && {
      calls: Object.fromEntries(calls.map(({ name, arguments: args }) => [name, readJson(args)])),
    }),
    ...(toolCalls.some(({ name }) => name === ASK_FOR_HUMAN) && { asksForHuman: true }),
    ...(handsOffTo.length > 0 && { handsOffTo }),
    ...(says !== '' && { says }),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Values that name things of the service, not customers. */
const KEPT_FIELDS = ['handsOffTo']

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, KEPT_FIELDS.includes(name) ? field : cleaned(field, clean)]),
  )
}

const NAME = 'Alex'
const NUMBER = '447700900200'
const EMAIL = 'alex@example.com'

/** Returns a function that replaces a customer's name, and all email addresses and phone numbers. */
export function anonymizer(name: string): (text: string) => string {
  const words = name.split(/\s+/).filter((word) => word.length > 1)
  const names =
    words.length > 0 ? new RegExp(`(?<!\\p{L})(?:${words.map(literal).join('|')})(?!\\p{L})`, 'giu') : undefined
  return (text) => {
    const anonymous = text
      .replace(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}/g, EMAIL)
      .replace(/\+?\d[\d ()./-]{6,}\d/g, NUMBER)
    return names ? anonymous.replace(names, NAME) : anonymous
  }
}

function literal(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
