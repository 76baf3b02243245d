import type { StoredAgent } from '../../agents/find-agent.ts'
import type { Declined } from '../../agents/models/finish-reasons.ts'
import { generateStep, type Step } from '../../agents/models/generate-step.ts'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import type { StepMessage } from '../../agents/models/step-messages.ts'
import type { HumanRequest, ToolResult } from '../../agents/tool.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { switchAgent } from '../../conversations/start-session.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Facts, log } from '../../platform/log/log.ts'
import { isSilent } from '../wake-ups/wake-up-entity.ts'
import type { History } from './build-history.ts'
import { usedIn } from './count-turn.ts'
import { runnableCalls } from './dialects/run-text-calls.ts'
import { readAnswer } from './read-answer.ts'
import { runCalls } from './run-calls.ts'
import { hasFiles, hideFiles, showFiles } from './show-files.ts'
import { systemPrompt } from './system-prompt.ts'
import { findAgentFor, openTurnAgent, type TurnAgent } from './turn-agent.ts'
import { NO_TOKENS, plus, pricedTokens, type Tokens } from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'
import { type StoredStep, storeResult, storeStep } from './turn-steps.ts'
import { withoutRefusedTool } from './without-refused-tool.ts'

const MOST_STEPS = 8
const MOST_HANDOFFS = 3
/** A model call without a response after this time counts as down. */
const STEP_MILLISECONDS = 60_000
const LAST_STEP = 'You cannot call more tools. Answer now with what you know.'
const UNUSABLE =
  'Your last response was rejected: it had no text for the customer, or a tool call as text. Call the tool, or write to the customer in plain text.'

interface ModelRequest {
  readonly turn: TurnItem
  /** Returns the stored turn. Stores it first if needed, because steps belong to a stored turn. */
  readonly begin: () => Promise<TurnItem>
  readonly chat: Chat
  /** The agent that starts the turn. */
  readonly agent: StoredAgent
  readonly history: History
  /** The greeting that precedes the answer, or `''`. */
  readonly greeting: string
  /** The instruction of a wake-up. */
  readonly instruction: string | undefined
  /** Whether a response without a text for the customer is unusable. */
  readonly mustWrite: boolean
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
  /** What the customer can choose below the text. */
  readonly choices: readonly string[]
  /** Why the agent asks for a person. */
  readonly asksForHuman: HumanRequest | undefined
  /** Why there is no answer, finally: the model declined, or its responses were not usable. A person must answer. */
  readonly declined: NoAnswer | undefined
  readonly steps: number
  readonly calls: number
  /** The last step if the model made it in this call; absent if it was stored. */
  readonly last: ModelCall | undefined
}

/** `unusable`: two responses in sequence had nothing for the customer. */
export type NoAnswer = Declined | 'unusable'

/** The model failed. The stored steps of the round stay. */
export interface FailedDraft {
  readonly error: ModelDownError | ModelRefusedError
  /** Tokens by agent of the responses before that had nothing for the customer. */
  readonly tokens: ReadonlyMap<string, Tokens>
}

/** A step of the model, with the time of the call in milliseconds since the epoch, and its duration. */
type ModelCall = Step & {
  readonly model: string
  readonly tokens: Tokens
  readonly at: number
  readonly durationMs: number
}
type LoopStep = StoredStep & { readonly call?: ModelCall; readonly declined?: NoAnswer }

/**
 * Runs the agent: calls the model, runs its tool calls, and calls the model with their results until it has an answer.
 * A step is stored before its tools run, and each result when its tool ends. Stored steps and results are not repeated.
 * The last step is not stored, because the reply contains its text.
 */
export async function runModelLoop(input: ModelRequest): Promise<ReplyDraft | FailedDraft> {
  const { turn, chat, history, steps, signal, clock } = input
  const opening = { clock, signal, startedAt: turn.startedAt }
  let agent = await openTurnAgent(chat, input.agent, opening)
  const messages = await showFiles(history, agent.model, clock())
  const done: StoredStep[] = []
  let handoffs = 0
  for (let index = 0; ; index++) {
    const isLast = index === MOST_STEPS - 1
    const step: LoopStep | FailedDraft =
      steps[index] ?? (await callModel(input, agent, messages, { isLast, handoffs, done }))
    if ('error' in step) return step
    if (step.reply.toolCalls.length === 0 || isLast) return summarize(agent, [...done, { ...step, results: [] }], step)
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
    const child = next ? await findAgentFor(chat, next) : null
    if (!child) continue
    handoffs += 1
    await switchAgent(chat.conversation, child.head.id)
    log('turn.handed_off', { turnId: turn.id, agentId: child.head.id })
    agent = await openTurnAgent(chat, child, opening)
  }
}

interface LoopState {
  readonly isLast: boolean
  readonly handoffs: number
  /** The steps before. */
  readonly done: readonly StoredStep[]
}

/** How often the usual limit of tokens a second response may have, after one that was cut before its text. */
const MORE_ROOM = 2

/**
 * Calls the model, and a second time if its response has nothing for the customer. The step is `declined` if the second
 * response has nothing either, or if the model or a filter declines to answer: this is final.
 */
async function callModel(
  input: ModelRequest,
  agent: TurnAgent,
  messages: StepMessage[],
  state: LoopState,
): Promise<LoopStep | FailedDraft> {
  const { chat, history, greeting, instruction, mustWrite, signal, clock } = input
  const { agentId, settings, memory, notes } = agent
  const { isLast, handoffs, done } = state
  const tools = agent.tools.filter(({ name }) => handoffs < MOST_HANDOFFS || !agent.handoffs.has(name))
  const hasSaid = done.some(saysSomething)
  const isUsable = (text: string) => !mustWrite || !isSilent(text) || (hasSaid && text.trim() === '')
  let tokens: Tokens = NO_TOKENS
  const failed = (error: FailedDraft['error']): FailedDraft => ({
    error,
    tokens: new Map(tokens === NO_TOKENS ? [] : [[agentId, tokens]]),
  })
  const none = (declined: NoAnswer, text = ''): LoopStep => {
    log('turn.declined', { agentId, declined })
    return { agentId, reply: { text, toolCalls: [] }, results: [], tokens, declined }
  }
  let isCut = false
  for (const isAgain of [false, true]) {
    const again = isAgain && !isCut ? [UNUSABLE] : []
    const [at, started] = [clock(), performance.now()]
    const prompt = systemPrompt({
      agent: settings,
      customerName: chat.conversation.contactName,
      now: clock(),
      memory,
      greeting,
      cut: history.cut,
      notes: [...notes, ...(instruction ? [instruction] : []), ...(isLast ? [LAST_STEP] : []), ...again],
    })
    const response = await agent
      .callModels(async ({ model }, isFallback) => {
        const generate = () =>
          withoutRefusedTool(agent.tools, tools, (offered) =>
            generateStep({
              model,
              ...prompt,
              messages: isFallback ? messages.map(withoutRaw) : messages,
              tools: offered,
              room: isCut ? MORE_ROOM : 1,
              signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MILLISECONDS)]),
            }),
          )
        return await generate().catch(async (error: unknown) => {
          if (!(error instanceof ModelRefusedError && !error.isFiltered && hasFiles(messages))) throw error
          log('turn.files_refused', { agentId, status: error.status })
          messages.splice(0, messages.length, ...hideFiles(messages))
          return await generate()
        })
      })
      .catch((error: unknown) => {
        if (error instanceof ModelRefusedError && error.isFiltered) return none('filter')
        if (error instanceof ModelDownError || error instanceof ModelRefusedError) return failed(error)
        throw error
      })
    if ('error' in response || 'reply' in response) return response
    const { text: said, ...step } = response
    const { text, hasCall, calls } = readAnswer(said, tools)
    const written = step.toolCalls.length === 0 && !isLast ? runnableCalls(calls, tools, messages) : []
    const toolCalls = written.length > 0 ? written : step.toolCalls
    // The model's own format has the calls as text.
    const raw = written.length > 0 ? undefined : step.raw
    tokens = plus(tokens, pricedTokens(step))
    if (step.declined) return none(step.declined, text)
    if ((toolCalls.length > 0 && !isLast) || (!hasCall && isUsable(text))) {
      const call = { ...step, text, toolCalls, raw, tokens, at, durationMs: Math.round(performance.now() - started) }
      return { agentId, model: step.model, reply: { text, toolCalls, raw }, results: [], tokens, call }
    }
    log('turn.unusable_response', { agentId, hasCall, length: said.length, finishReason: step.finishReason })
    isCut = step.finishReason === 'length' && text.trim() === ''
  }
  return none('unusable')
}

function saysSomething({ reply, results }: StoredStep): boolean {
  return (
    reply.text.trim() !== '' ||
    results.some(({ result }) => result.media !== undefined || result.asksForHuman !== undefined)
  )
}

/** The own format of a model means nothing to another one. */
function withoutRaw(message: StepMessage): StepMessage {
  return 'toolCalls' in message ? { ...message, raw: undefined } : message
}

/** Logs a step. The log line of the turn has the figures of the last step. */
function logStep({ model, toolCalls, finishReason, tokens, durationMs }: ModelCall, facts: Facts): void {
  const { inputTokens, outputTokens, cachedTokens } = tokens
  log('turn.stepped', {
    ...facts,
    model,
    calls: toolCalls.length,
    finishReason,
    inputTokens,
    outputTokens,
    cachedTokens,
    durationMs,
  })
}

/** Summarizes the round. If the last step has no text, the last text beside a tool call is the answer. */
function summarize(
  { agentId }: TurnAgent,
  steps: readonly StoredStep[],
  { call: last, declined, reply }: LoopStep,
): ReplyDraft {
  const results = steps.flatMap((step) => step.results)
  return {
    agentId,
    // A text before a refusal promises what will not happen.
    text: declined ? reply.text : (steps.findLast((step) => step.reply.text.trim() !== '')?.reply.text ?? ''),
    files: results.flatMap(({ result }) => result.media ?? []),
    ...usedIn(steps),
    choices: results.findLast(({ result }) => result.choices)?.result.choices ?? [],
    asksForHuman: results.findLast(({ result }) => result.asksForHuman)?.result.asksForHuman,
    declined,
    changedOutside: results.some(({ changesOutside }) => changesOutside),
    steps: steps.length,
    calls: results.filter(({ ran }) => ran).length,
    last,
  }
}
