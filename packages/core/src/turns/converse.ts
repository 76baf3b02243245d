import { readAgent, type StoredAgent } from '../agents/get-agent.ts'
import { switchAgent } from '../conversations/switch-agent.ts'
import { log } from '../log.ts'
import type { Chat } from '../messages/dispatch-message.ts'
import { generateStep } from '../models/generate-step.ts'
import type { StepMessage } from '../models/step-messages.ts'
import type { ToolResult } from '../tools/tool.ts'
import type { History } from './build-history.ts'
import { runCalls } from './run-calls.ts'
import { openSpeaker, type Speaker } from './speaker.ts'
import { systemPrompt } from './system-prompt.ts'
import type { TurnItem } from './turn-entity.ts'
import { type StoredStep, storeResult, storeStep } from './turn-steps.ts'

const MOST_STEPS = 8
const MOST_HANDOFFS = 3
/** A model that says nothing for so long is down. */
const STEP_MILLISECONDS = 60_000
const LAST_STEP = 'No tool can be called any more: answer now with what you know.'

export interface Conversing {
  readonly turn: TurnItem
  readonly chat: Chat
  /** The agent that the turn begins with. */
  readonly agent: StoredAgent
  readonly history: History
  /** What the customer is told before the answer; `''` for nothing. */
  readonly greeting: string
  /** What the round has said and done so far. */
  readonly steps: readonly StoredStep[]
  /** Ends with the turn's deadline. */
  readonly signal: AbortSignal
  readonly clock: () => number
}

/** What came out of a round. */
export interface Said {
  /** The agent that spoke last. */
  readonly agentId: string
  readonly text: string
  readonly files: NonNullable<ToolResult['media']>
  /** Credits by agent. */
  readonly credits: ReadonlyMap<string, number>
  /** Whether a tool ran that may have changed something outside: what was said then is not dropped. */
  readonly changedOutside: boolean
  readonly steps: number
  readonly calls: number
}

/**
 * Lets the agent speak: asks the model, runs the tools that it calls, and asks again with their results, until it has said what
 * the customer shall read. Each step is stored before its tools run, each result when it is there, and what is stored is not
 * done again.
 * @throws ModelDownError, ModelRefusedError
 */
export async function converse(input: Conversing): Promise<Said> {
  const { turn, chat, history, steps, signal, clock } = input
  let speaker = await openSpeaker(chat, input.agent, { clock, signal })
  const messages: StepMessage[] = [...history.messages]
  const done: StoredStep[] = []
  let handoffs = 0
  for (let index = 0; ; index++) {
    const isLast = index === MOST_STEPS - 1
    const stored = steps[index] ?? (await askModel(input, speaker, messages, { index, isLast, handoffs }))
    const { reply } = stored
    if (reply.toolCalls.length === 0 || isLast) return summarize(speaker, [...done, { ...stored, results: [] }])
    const results = await runCalls(reply, stored.results, {
      turnId: turn.id,
      round: turn.round,
      step: index,
      tools: speaker.tools,
      handoffs: speaker.handoffs,
      signal,
      clock,
      store: (result) => storeResult(turn, index, result),
    })
    done.push({ ...stored, results })
    messages.push(
      { role: 'assistant', ...reply },
      {
        role: 'tool',
        results: reply.toolCalls.map(({ id, name }, place) => ({ id, name, text: results[place]?.result.text ?? '' })),
      },
    )
    const next = results.find(({ result }) => result.handoffTo)?.result.handoffTo
    const child = next ? await readAgent(turn.organizationId, next) : null
    if (!child) continue
    handoffs += 1
    await switchAgent(chat.conversation, child.head.id)
    log('turn.handed_off', { turnId: turn.id, agentId: child.head.id })
    speaker = await openSpeaker(chat, child, { clock, signal })
  }
}

async function askModel(
  { turn, chat, history, greeting, signal, clock }: Conversing,
  speaker: Speaker,
  messages: readonly StepMessage[],
  { index, isLast, handoffs }: { readonly index: number; readonly isLast: boolean; readonly handoffs: number },
): Promise<StoredStep> {
  const { agentId, model, settings, memory, notes } = speaker
  const [at, started] = [clock(), performance.now()]
  const step = await generateStep({
    model,
    system: systemPrompt({
      agent: settings,
      customerName: chat.conversation.contactName,
      now: clock(),
      memory,
      greeting,
      cut: history.cut,
      notes: [...notes, ...(isLast ? [LAST_STEP] : [])],
    }),
    messages,
    tools: speaker.tools.filter(({ name }) => handoffs < MOST_HANDOFFS || !speaker.handoffs.has(name)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MILLISECONDS)]),
  })
  const durationMs = Math.round(performance.now() - started)
  log('turn.stepped', {
    turnId: turn.id,
    agentId,
    step: index,
    calls: step.toolCalls.length,
    finishReason: step.finishReason,
    inputTokens: step.usage.inputTokens,
    outputTokens: step.usage.outputTokens,
    durationMs,
  })
  return await storeStep(turn, index, agentId, { ...step, at, durationMs })
}

/** A model that calls tools to the end may have said what it has to say beside a call. */
function summarize({ agentId }: Speaker, steps: readonly StoredStep[]): Said {
  const credits = new Map<string, number>()
  for (const step of steps)
    for (const { creditCost } of step.results)
      if (creditCost !== 0) credits.set(step.agentId, (credits.get(step.agentId) ?? 0) + creditCost)
  const results = steps.flatMap((step) => step.results)
  return {
    agentId,
    text: steps.findLast(({ reply }) => reply.text.trim() !== '')?.reply.text ?? '',
    files: results.flatMap(({ result }) => result.media ?? []),
    credits,
    changedOutside: results.some(({ changesOutside }) => changesOutside),
    steps: steps.length,
    calls: results.filter(({ ran }) => ran).length,
  }
}
