import { findAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { generateStep, type Step } from '../../agents/models/generate-step.ts'
import type { StepMessage } from '../../agents/models/step-messages.ts'
import type { ToolResult } from '../../agents/tool.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { switchAgent } from '../../conversations/switch-agent.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Facts, log } from '../../platform/log/log.ts'
import type { History } from './build-history.ts'
import { runCalls } from './run-calls.ts'
import { systemPrompt } from './system-prompt.ts'
import { openTurnAgent, type TurnAgent } from './turn-agent.ts'
import { NO_TOKENS, plus, type Tokens } from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'
import { type StoredStep, storeResult, storeStep } from './turn-steps.ts'

const MOST_STEPS = 8
const MOST_HANDOFFS = 3
/** A model call without a response after this time counts as down. */
const STEP_MILLISECONDS = 60_000
const LAST_STEP = 'You cannot call more tools. Answer now with what you know.'

export interface ModelRequest {
  readonly turn: TurnItem
  /** Returns the stored turn. Stores it first if needed, because steps belong to a stored turn. */
  readonly begin: () => Promise<TurnItem>
  readonly chat: Chat
  /** The agent that starts the turn. */
  readonly agent: StoredAgent
  readonly history: History
  /** The greeting that precedes the answer, or `''`. */
  readonly greeting: string
  /** The stored steps of the round. */
  readonly steps: readonly StoredStep[]
  /** Aborts at the turn's deadline. */
  readonly signal: AbortSignal
  readonly clock: Clock
}

export interface ReplyDraft {
  /** The last agent of the round. */
  readonly agentId: string
  readonly text: string
  readonly files: NonNullable<ToolResult['media']>
  /** Credits by agent. */
  readonly credits: ReadonlyMap<string, number>
  /** Tokens by agent. */
  readonly tokens: ReadonlyMap<string, Tokens>
  /** Whether a tool ran that may have changed something outside. The answer must then be sent. */
  readonly changedOutside: boolean
  readonly steps: number
  readonly calls: number
  /** The last step if the model made it in this call; absent if it was stored. */
  readonly last: ModelCall | undefined
}

/** A step of the model, with the time of the call in milliseconds since the epoch, and its duration. */
type ModelCall = Step & { readonly at: number; readonly durationMs: number }
type LoopStep = StoredStep & { readonly call?: ModelCall }

/**
 * Runs the agent: calls the model, runs its tool calls, and calls the model with their results until it has an answer.
 * A step is stored before its tools run, and each result when its tool ends. Stored steps and results are not repeated.
 * The last step is not stored, because the reply contains its text.
 * @throws ModelDownError, ModelRefusedError
 */
export async function runModelLoop(input: ModelRequest): Promise<ReplyDraft> {
  const { turn, chat, history, steps, signal, clock } = input
  const opening = { clock, signal, startedAt: turn.startedAt }
  let agent = await openTurnAgent(chat, input.agent, opening)
  const messages: StepMessage[] = [...history.messages]
  const done: StoredStep[] = []
  let handoffs = 0
  for (let index = 0; ; index++) {
    const isLast = index === MOST_STEPS - 1
    const step: LoopStep = steps[index] ?? (await callModel(input, agent, messages, { isLast, handoffs }))
    if (step.reply.toolCalls.length === 0 || isLast)
      return summarize(agent, [...done, { ...step, results: [] }], step.call)
    if (step.call) logStep(step.call, { agentId: step.agentId, step: index })
    const stored = step.call ? await storeStep(await input.begin(), index, step.agentId, step.call) : step
    const { reply } = stored
    const results = await runCalls(reply, stored.results, {
      turnId: turn.id,
      round: turn.round,
      step: index,
      tools: agent.tools,
      handoffs: agent.handoffs,
      signal,
      clock,
      store: (result) => storeResult(turn, index, result),
    })
    done.push({ ...stored, results })
    messages.push(
      { role: 'assistant', ...reply },
      {
        role: 'tool',
        results: reply.toolCalls.map(({ id, name }, callIndex) => ({
          id,
          name,
          text: results[callIndex]?.result.text ?? '',
        })),
      },
    )
    const next = results.find(({ result }) => result.handoffTo)?.result.handoffTo
    const child = next ? await findAgent(turn.organizationId, next) : null
    if (!child) continue
    handoffs += 1
    await switchAgent(chat.conversation, child.head.id)
    log('turn.handed_off', { turnId: turn.id, agentId: child.head.id })
    agent = await openTurnAgent(chat, child, opening)
  }
}

async function callModel(
  { chat, history, greeting, signal, clock }: ModelRequest,
  agent: TurnAgent,
  messages: readonly StepMessage[],
  { isLast, handoffs }: { readonly isLast: boolean; readonly handoffs: number },
): Promise<LoopStep> {
  const { agentId, model, settings, memory, notes } = agent
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
    tools: agent.tools.filter(({ name }) => handoffs < MOST_HANDOFFS || !agent.handoffs.has(name)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MILLISECONDS)]),
  })
  const { text, toolCalls, raw } = step
  const call = { ...step, at, durationMs: Math.round(performance.now() - started) }
  return { agentId, reply: { text, toolCalls, raw }, results: [], tokens: step.usage, call }
}

/** Logs a step. The log line of the turn has the figures of the last step. */
function logStep({ toolCalls, finishReason, usage, durationMs }: ModelCall, facts: Facts): void {
  const { inputTokens, outputTokens } = usage
  log('turn.stepped', { ...facts, calls: toolCalls.length, finishReason, inputTokens, outputTokens, durationMs })
}

/** Summarizes the round. If the last step has no text, the last text beside a tool call is the answer. */
function summarize({ agentId }: TurnAgent, steps: readonly StoredStep[], last: ReplyDraft['last']): ReplyDraft {
  const credits = new Map<string, number>()
  for (const step of steps)
    for (const { creditCost } of step.results)
      if (creditCost !== 0) credits.set(step.agentId, (credits.get(step.agentId) ?? 0) + creditCost)
  const tokens = new Map<string, Tokens>()
  for (const step of steps) tokens.set(step.agentId, plus(tokens.get(step.agentId) ?? NO_TOKENS, step.tokens))
  const results = steps.flatMap((step) => step.results)
  return {
    agentId,
    text: steps.findLast(({ reply }) => reply.text.trim() !== '')?.reply.text ?? '',
    files: results.flatMap(({ result }) => result.media ?? []),
    credits,
    tokens,
    changedOutside: results.some(({ changesOutside }) => changesOutside),
    steps: steps.length,
    calls: results.filter(({ ran }) => ran).length,
    last,
  }
}
