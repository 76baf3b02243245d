import { createInterface, type Interface } from 'node:readline/promises'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '@messaging/core/answering/sandbox/get-answer.ts'
import { getAnswer } from '@messaging/core/answering/sandbox/get-answer.ts'
import { sendAsCustomer } from '@messaging/core/answering/sandbox/send-as-customer.ts'
import { connectText } from '@messaging/core/conversations/conversations/connect-sandbox.ts'
import type { Input, Session } from '../../command.ts'
import type { Report } from '../../report.ts'
import { paintFor } from '../../terminal/paint.ts'
import { findPartner } from './find-partner.ts'
import { callLines, messageText } from './show-answer.ts'

/** Nobody's phone number: no country has this calling code. */
const OPERATOR = '88800000000'
const OPERATOR_NAME = 'Operator'
const LOOK_MILLISECONDS = 300
/** A model that is down is asked again for longer than a minute. */
const LONGEST_WAIT_MILLISECONDS = 180_000

/** What was typed, and what the agent answered. */
interface Exchange {
  readonly text: string
  readonly answers: readonly string[]
}

/** Talks to an agent until there is no more to read, or Ctrl-C. On a terminal answers are shown as they come. */
export async function chat(
  { agent: wanted = '', organization, from = OPERATOR }: Input,
  session: Session,
): Promise<Report> {
  const { id, name, organizationId } = await findPartner(wanted, organization)
  const write = (text: string) =>
    sendAsCustomer(organizationId, { from: from.replace(/\D/g, ''), name: OPERATOR_NAME, text }, session.clock())
  const { conversationId } = await write(connectText(id))
  const live = process.stdin.isTTY === true && process.stdout.isTTY && !session.flags.has('json')
  const dim = (line: string) => process.stderr.write(`${paintFor(process.stderr)('dim', line)}\n`)
  const exchanges: Exchange[] = []
  if (live) dim(`You talk to “${name}”. Ctrl-C ends.`)
  const prompt = createInterface({ input: process.stdin, ...(live && { output: process.stdout, prompt: '> ' }) })
  const ended = endOf(prompt)
  if (live) prompt.prompt()
  for await (const text of prompt) {
    if (text.trim() !== '') {
      const { messages, steps } = await answerTo(await write(text), session.clock, ended)
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

/** Ctrl-C on a terminal: it ends the wait for an answer too. */
function endOf(prompt: Interface): AbortSignal {
  const controller = new AbortController()
  prompt.once('SIGINT', () => {
    controller.abort()
    prompt.close()
  })
  return controller.signal
}

async function answerTo(
  message: Parameters<typeof getAnswer>[0],
  clock: () => number,
  ended: AbortSignal,
): Promise<Answer> {
  const until = clock() + LONGEST_WAIT_MILLISECONDS
  while (true) {
    const answer = await getAnswer(message)
    if (answer.gaveUp) throw new Error('The model does not answer: see the log line turn.given_up.')
    if (answer.over || ended.aborted) return answer
    if (clock() > until) throw new Error('No answer came. Are the workers running? npm run ops -- dead-letters list')
    await setTimeout(LOOK_MILLISECONDS)
  }
}
