import { createInterface, type Interface } from 'node:readline/promises'
import { setTimeout } from 'node:timers/promises'
import { findAgents } from '@replywright/core/agents/find-agent.ts'
import {
  type Answer,
  connectAsCustomer,
  getAnswer,
  sendAsCustomer,
} from '@replywright/core/answering/sandbox/trials.ts'
import { listOrganizations } from '@replywright/core/people/organizations/organizations.ts'
import type { Clock } from '@replywright/core/platform/clock.ts'
import type { Input, Session } from '../command.ts'
import type { Report } from '../report.ts'
import { block, cutTo, inline, paintFor } from '../terminal/text.ts'

/** Marks that separate data from instructions for the model. */
const MARKS = /^<data [^>]*>|<\/data>$/g

/** Sender of test messages: a number with an unassigned calling code. */
const OPERATOR = '88800000000'
const OPERATOR_NAME = 'Operator'
const POLL_MILLISECONDS = 300
/** Longer than the retries of a failed model call, which take more than a minute. */
const LONGEST_WAIT_MILLISECONDS = 180_000

interface Exchange {
  readonly text: string
  readonly answers: readonly string[]
}

/** Chats with an agent until the end of the input, or Ctrl-C. On a terminal, replies are printed immediately. */
export async function chat(
  { agent: wanted = '', organization, from = OPERATOR }: Input,
  session: Session,
): Promise<Report> {
  const { id, name, organizationId } = await findPartner(wanted, organization)
  const customer = { from: from.replace(/\D/g, ''), name: OPERATOR_NAME }
  const write = (text: string) => sendAsCustomer(organizationId, { ...customer, text }, session.clock())
  const { conversationId } = await connectAsCustomer(organizationId, customer, id, session.clock())
  const live = process.stdin.isTTY === true && process.stdout.isTTY && !session.flags.has('json')
  const dim = (line: string) => process.stderr.write(`${paintFor(process.stderr)('dim', line)}\n`)
  const exchanges: Exchange[] = []
  if (live) dim(`Chat with “${inline(name)}”. Press Ctrl-C to end.`)
  const prompt = createInterface({ input: process.stdin, ...(live && { output: process.stdout, prompt: '> ' }) })
  const ended = endOf(prompt)
  if (live) prompt.prompt()
  for await (const text of prompt) {
    if (text.trim() !== '') {
      const { messages, steps } = await waitForReply(await write(text), session.clock, ended)
      const answers = messages.map(messageText)
      exchanges.push({ text, answers })
      for (const line of callLines(steps, process.stderr.columns ?? Number.POSITIVE_INFINITY)) dim(line)
      if (live) process.stdout.write(`${answers.join('\n')}\n`)
    }
    if (live && !ended.aborted) prompt.prompt()
  }
  return {
    json: { organizationId, agentId: id, conversationId, exchanges },
    lines: () => (live ? [`Conversation ${conversationId}`] : exchanges.flatMap(({ answers }) => answers)),
  }
}

/** Returns a signal that Ctrl-C aborts on a terminal. It also ends the wait for a reply. */
function endOf(prompt: Interface): AbortSignal {
  const controller = new AbortController()
  prompt.once('SIGINT', () => {
    controller.abort()
    prompt.close()
  })
  return controller.signal
}

async function waitForReply(
  message: Parameters<typeof getAnswer>[0],
  clock: Clock,
  ended: AbortSignal,
): Promise<Answer> {
  const until = clock() + LONGEST_WAIT_MILLISECONDS
  while (true) {
    const answer = await getAnswer(message)
    if (answer.failed)
      throw new Error('The model calls failed, and retries are exhausted: see the log line turn.given_up.')
    if (answer.over || ended.aborted) return answer
    if (clock() > until)
      throw new Error(
        'The agent did not reply in time. Check whether the workers run: npm run ops -- dead-letters list',
      )
    await setTimeout(POLL_MILLISECONDS)
  }
}

/** Searches by id or name, in one organisation or in all. @throws Error if no agent or several agents match */
async function findPartner(idOrName: string, organization: string | undefined) {
  const organizations = organization === undefined ? (await listOrganizations()).map(({ id }) => id) : [organization]
  const found = (await Promise.all(organizations.map((id) => findAgents(id, idOrName)))).flat()
  const [agent, ...others] = found
  if (!agent) throw new Error(`There is no agent with the id or name "${idOrName}".`)
  if (others.length > 0) {
    const list = found.map(({ id, organizationId }) => `  ${id} --organization ${organizationId}`).join('\n')
    throw new Error(`There are ${found.length} agents "${idOrName}". Use one of these ids:\n${list}`)
  }
  return agent
}

/** Returns a message as text, with files and buttons in brackets. */
function messageText({ text, media = [], buttons = [], template }: Answer['messages'][number]): string {
  return [
    ...media.map(({ mimeType, url = '' }) => inline(`[${mimeType}] ${url}`)),
    ...(template ? [`[template ${inline(template.name)}]`] : []),
    ...(text ? [block(text)] : []),
    ...(buttons.length > 0 ? [buttons.map((button) => `[${inline(button.text)}]`).join(' ')] : []),
  ].join('\n')
}

/** Returns a line per tool call, with its name, arguments and result. */
function callLines(steps: Answer['steps'], width: number): string[] {
  return steps.flatMap(({ reply, results }) =>
    reply.toolCalls.map(({ name, args }, index) => {
      const { text = '' } = results.find((result) => result.index === index)?.result ?? {}
      return cutTo(inline(`${name} ${JSON.stringify(args)} → ${text.replace(MARKS, '')}`), width)
    }),
  )
}
