import type { StepMessage } from '../../agents/models/step-messages.ts'
import { asData } from '../tools/as-data.ts'
import type { HistoryMessage } from './build-history.ts'
import type { StoredStep } from './turn-steps.ts'

/** The model that is told what was called. */
interface Listener {
  readonly agentId: string
  /** The names of the tools that it can call. Empty: it reads all calls in words. */
  readonly tools: ReadonlySet<string>
}

interface Told {
  readonly messages: readonly StepMessage[]
  /** Calls in words, for the system prompt; `''` for none. */
  readonly note: string
}

/** A call with its result. */
interface ToldCall {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly text: string
}

const IN_WORDS =
  'Tools that were called earlier in this conversation, the oldest first. They are done. Do not repeat them:'

/**
 * Returns the messages for a model: the history, then the steps of the turn (`done`). Calls of another agent, and of tools
 * that it does not have any more, are in words: providers reject them as calls, and models would repeat them.
 */
export function tellCalls(history: readonly HistoryMessage[], done: readonly StoredStep[], listener: Listener): Told {
  const words: string[] = []
  const messages = history.flatMap((message): StepMessage[] => {
    if (message.role !== 'calls') return [message]
    const isOwn = ({ name }: ToldCall) => message.agentId === listener.agentId && listener.tools.has(name)
    words.push(...message.calls.filter((call) => !isOwn(call)).map(inWords))
    return asCalls(message.calls.filter(isOwn))
  })
  for (const step of done) {
    const calls = step.reply.toolCalls.map((call, index) => ({ ...call, text: step.results[index]?.result.text ?? '' }))
    const isOwn = step.agentId === listener.agentId && listener.tools.size > 0
    if (isOwn) messages.push({ role: 'assistant', ...step.reply }, resultsOf(calls))
    else words.push(...calls.filter((_, index) => !step.results[index]?.result.handoffTo).map(inWords))
  }
  return { messages, note: words.length > 0 ? [IN_WORDS, ...words].join('\n') : '' }
}

/** Describes calls that were not run because the turn has no more steps, for the system prompt. */
export function tellUndone(calls: readonly Pick<ToldCall, 'name' | 'args'>[], mostSteps: number): string {
  return [
    `This turn has reached its limit of ${mostSteps} steps. You cannot call tools any more. These calls were not run:`,
    ...calls.map(({ name, args }) => `- ${asData(name, JSON.stringify(args))}`),
    'Write to the customer now. Say truthfully what is done and what is not done. Do not say that you will do the rest.',
  ].join('\n')
}

function asCalls(calls: readonly ToldCall[]): StepMessage[] {
  if (calls.length === 0) return []
  const toolCalls = calls.map(({ id, name, args }) => ({ id, name, args }))
  return [{ role: 'assistant', text: '', toolCalls }, resultsOf(calls)]
}

function resultsOf(calls: readonly ToldCall[]): StepMessage {
  return { role: 'tool', results: calls.map(({ id, name, text }) => ({ id, name, text })) }
}

function inWords({ name, args, text }: ToldCall): string {
  // The name is the model's, too.
  return `- Called with ${asData(name, JSON.stringify(args))}\n  The result: ${text}`
}
