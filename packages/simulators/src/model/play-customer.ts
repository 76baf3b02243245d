import type { ModelReply } from './default-reply.ts'
import { type ChatRequest, systemText } from './requests.ts'

const PLAYS = 'You play a customer who writes to a company'
const END = 'end_conversation'

/**
 * Returns the next message of a customer whom the service asks the model to play; undefined for another request. Lines of the persona, the
 * goal and what the customer knows are a script:
 * - `/say <text>` is a message of the customer. The messages are written in order, and the last one again.
 * - `/until <text>` is what a reply must contain, in any case, so that the goal is reached.
 * - `/gives-up <n>` gives up after n replies.
 * Without `/say`, the customer writes the goal, then what they know. Without `/until`, the goal is reached when a reply has all its words.
 */
export function playCustomer({ messages, tools }: Pick<ChatRequest, 'messages' | 'tools'>): ModelReply | undefined {
  const system = systemText({ messages })
  if (!system.includes(PLAYS) || !tools.some((tool) => tool.function.name === END)) return undefined
  const lines = system.split('\n').map((line) => line.replace(/^(?:Persona: |Goal: |Knows: |- )/, ''))
  const scripted = (command: string) =>
    lines.flatMap((line) =>
      line.trimStart().startsWith(`${command} `)
        ? [
            line
              .trimStart()
              .slice(command.length + 1)
              .trim(),
          ]
        : [],
    )
  const goal = sectionOf(system, 'Goal')
  const facts = sectionOf(system, 'Knows').map((line) => line.replace(/^- /, ''))
  const said = messages.filter(({ role }) => role === 'assistant').length
  const replies = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(1)
  const reply = (replies.at(-1) ?? '').toLowerCase()
  const until = scripted('/until')
  const isReached =
    said > 0 &&
    (until.length > 0
      ? until.some((text) => reply.includes(text.toLowerCase()))
      : wordsOf(goal.join(' ')).every((word) => reply.includes(word)))
  if (isReached) return end('goal_reached', 'The reply has what the customer wants.')
  const patience = Number(scripted('/gives-up').at(0) ?? Number.POSITIVE_INFINITY)
  if (said >= patience) return end('gave_up', `The customer gives up after ${said} replies.`)
  const script = scripted('/say')
  const all = script.length > 0 ? script : [...goal, ...facts]
  return { text: all[Math.min(said, all.length - 1)] ?? 'Hello?', toolCalls: [] }
}

function end(outcome: 'goal_reached' | 'gave_up', reason: string): ModelReply {
  return { text: '', toolCalls: [{ name: END, arguments: JSON.stringify({ outcome, reason }) }] }
}

const SECTIONS = ['Persona: ', 'Goal: ', 'Knows: ', 'Never reveals: ']

/** Returns the lines of a section without the commands of the script. */
function sectionOf(system: string, name: string): string[] {
  const lines = system.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`${name}: `))
  if (start < 0) return []
  const following = lines.slice(start + 1)
  const length = following.findIndex((line) => SECTIONS.some((section) => line.startsWith(section)))
  return [lines[start]?.slice(name.length + 2) ?? '', ...following.slice(0, length < 0 ? undefined : length)]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\/(?:say|until|gives-up) /.test(line))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
}
