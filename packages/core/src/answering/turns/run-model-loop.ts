import type { EpochMs, Ms } from '@replywright/contract/time.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import type { Moment } from '../../agents/guardrails/guardrail.ts'
import type { Declined } from '../../agents/models/finish-reasons.ts'
import { generateStep, type Step } from '../../agents/models/generate-step.ts'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import type { StepCall, StepMessage } from '../../agents/models/step-messages.ts'
import type { HumanRequest, ToolResult } from '../../agents/tool.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { switchAgent } from '../../conversations/start-session.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Facts, log } from '../../platform/log/log.ts'
import { isSilent } from '../wake-ups/judge-wake-up.ts'
import type { History, HistoryMessage } from './build-history.ts'
import { usedIn } from './count-turn.ts'
import { runnableCalls } from './dialects/run-text-calls.ts'
import { readAnswer } from './read-answer.ts'
import { runCalls } from './run-calls.ts'
import { hasFiles, hideFiles, showFiles } from './show-files.ts'
import { systemPrompt } from './system-prompt.ts'
import { tellCalls, tellUndone } from './tell-calls.ts'
import { findAgentFor, openTurnAgent, type TurnAgent } from './turn-agent.ts'
import { NO_TOKENS, plus, pricedTokens, type Tokens } from './turn-cost.ts'
import type { TurnItem } from './turn-entity.ts'
import { type StoredStep, storeResult, storeStep } from './turn-steps.ts'
import { withoutRefusedTool } from './without-refused-tool.ts'

const MOST_HANDOFFS = 3
/** A model call without a response after this time counts as down. */
const STEP_MILLISECONDS = 60_000
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
  /** Opens agents, and stores what the loop does. @default as a turn of a customer */
  readonly host?: LoopHost
}

/** What the loop uses outside of itself. */
export interface LoopHost {
  readonly openAgent: typeof openTurnAgent
  readonly findAgent: typeof findAgentFor
  readonly storeStep: typeof storeStep
  readonly storeResult: typeof storeResult
  readonly switchAgent: typeof switchAgent
  /** Returns the history with the customer's files. */
  readonly showFiles: typeof showFiles
}

const TURN_HOST: LoopHost = {
  openAgent: openTurnAgent,
  findAgent: findAgentFor,
  storeStep,
  storeResult,
  switchAgent,
  showFiles,
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
  /** Whether the customer is asked for the phone number below the text. */
  readonly asksForNumber: boolean
  /** Why the agent asks for a person. */
  readonly asksForHuman: HumanRequest | undefined
  /** Why there is no answer, finally: the model declined, or its responses were not usable. A person must answer. */
  readonly declined: NoAnswer | undefined
  readonly steps: number
  readonly calls: number
  /** The last step if the model made it in this call; absent if it was stored. */
  readonly last: ModelCall | undefined
}

/**
 * `unusable`: two responses in sequence had nothing for the customer. `steps`: so had those to which the model was told
 * that the turn has no more steps. `guardrail`: a text of the turn was stopped.
 */
export type NoAnswer = Declined | 'unusable' | 'steps' | 'guardrail'

/** The model failed. The stored steps of the round stay. */
export interface FailedDraft {
  readonly error: ModelDownError | ModelRefusedError
  /** Tokens by agent of the responses before that had nothing for the customer. */
  readonly tokens: ReadonlyMap<string, Tokens>
}

/** A step of the model, with the time of the call, and its duration. */
type ModelCall = Step & {
  readonly model: string
  readonly tokens: Tokens
  readonly at: EpochMs
  readonly durationMs: Ms
}
type LoopStep = StoredStep & { readonly call?: ModelCall; readonly declined?: NoAnswer }

/**
 * Runs the agent: calls the model, runs its tool calls, and calls the model with their results until it has an answer.
 * A step is stored before its tools run, and each result when its tool ends. Stored steps and results are not repeated.
 * The last step is not stored, because the reply contains its text. Calls of the agent's last step are not run: the model
 * is called once more, without tools, and is told so.
 */
export async function runModelLoop(input: ModelRequest): Promise<ReplyDraft | FailedDraft> {
  try {
    return await runLoop(input)
  } catch (error) {
    // A guardrail that is down before the model was called, or for a result that is stored.
    if (error instanceof ModelDownError) return { error, tokens: new Map() }
    throw error
  }
}

async function runLoop(input: ModelRequest): Promise<ReplyDraft | FailedDraft> {
  const { turn, chat, history, steps, signal, clock, host = TURN_HOST } = input
  const opening = { clock, signal, startedAt: turn.startedAt, results: history.results }
  let agent = await host.openAgent(chat, input.agent, opening)
  const talk = { messages: await host.showFiles(history, agent.model, clock()) }
  const done: StoredStep[] = []
  const isStopped = async (moment: Moment, text: string) => {
    const found = await agent.checkText(moment, text, signal)
    if (found) log('turn.guarded', { moment, agentId: agent.agentId, ...found })
    return found !== undefined
  }
  const stopped = (step?: StoredStep) =>
    summarize(agent, step ? [...done, { ...step, results: [] }] : done, {
      ...(step ?? NOTHING_SAID),
      agentId: agent.agentId,
      reply: NOTHING_SAID.reply,
      declined: 'guardrail',
    })
  if (await isStopped('customer', lastWords(history))) return stopped()
  let handoffs = 0
  for (let index = 0; ; index++) {
    const step: LoopStep | FailedDraft =
      steps[index] ?? (await callModel(input, agent, talk, { handoffs, done, undone: [] }))
    if ('error' in step) return step
    if (step.reply.toolCalls.length === 0) {
      const checked = step.declined ? 'passed' : await checkReply(agent, step.reply.text, step.tokens, signal)
      if (typeof checked === 'object') return checked
      if (checked === 'stopped') return stopped(step)
      return summarize(agent, [...done, { ...step, results: [] }], step)
    }
    if (step.call) logStep(step.call, { agentId: step.agentId, step: index })
    if (step.call && index >= agent.settings.stepsPerTurn - 1)
      return await endUndone(input, agent, talk, { handoffs, done, undone: step })
    const stored = step.call ? await host.storeStep(await input.begin(), index, step.agentId, step.call) : step
    const results = await runCalls(stored.reply, stored.results, {
      turnId: turn.id,
      round: turn.round,
      step: index,
      tools: agent.tools,
      handoffs: agent.handoffs,
      signal,
      clock,
      store: (result) => host.storeResult(turn, index, result),
    })
    done.push({ ...stored, results })
    if (await isStopped('tool', results.map(({ ran, result }) => (ran ? result.text : '')).join('\n'))) return stopped()
    const next = results.find(({ result }) => result.handoffTo)?.result.handoffTo
    const child = next ? await host.findAgent(chat, next) : null
    if (!child) continue
    handoffs += 1
    await host.switchAgent(chat.conversation, child.head.id)
    log('turn.handed_off', { turnId: turn.id, agentId: child.head.id })
    agent = await host.openAgent(chat, child, opening)
  }
}

/**
 * Returns what the guardrail says of a reply. If the guardrail is down, the failure has the tokens of the reply: it is not
 * stored, so the model is called and paid again.
 */
async function checkReply(
  agent: TurnAgent,
  text: string,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<'passed' | 'stopped' | FailedDraft> {
  const { agentId } = agent
  try {
    const found = await agent.checkText('reply', text, signal)
    if (found) log('turn.guarded', { moment: 'reply', agentId, ...found })
    return found ? 'stopped' : 'passed'
  } catch (error) {
    if (error instanceof ModelDownError) return { error, tokens: new Map([[agentId, tokens]]) }
    throw error
  }
}

const NOTHING_SAID: Pick<StoredStep, 'reply' | 'results' | 'tokens'> = {
  reply: { text: '', toolCalls: [] },
  results: [],
  tokens: NO_TOKENS,
}

/** Returns what the customer wrote since the last message of the agent. */
function lastWords({ messages }: History): string {
  const since = messages.findLastIndex(({ role }) => role !== 'user') + 1
  return messages
    .slice(since)
    .map((message) => ('text' in message ? message.text : ''))
    .join('\n')
}

/** Calls the model of a turn that has no more steps. `undone` is the step whose calls are not run. */
async function endUndone(
  input: ModelRequest,
  agent: TurnAgent,
  talk: Talk,
  { handoffs, done, undone }: Omit<LoopState, 'undone'> & { readonly undone: StoredStep },
): Promise<ReplyDraft | FailedDraft> {
  const { agentId, settings } = agent
  log('turn.steps_reached', { agentId, steps: settings.stepsPerTurn, calls: undone.reply.toolCalls.length })
  const last = await callModel(input, agent, talk, { handoffs, done, undone: undone.reply.toolCalls })
  const used = plus(undone.tokens, 'error' in last ? (last.tokens.get(agentId) ?? NO_TOKENS) : last.tokens)
  if ('error' in last) return { ...last, tokens: new Map(last.tokens).set(agentId, used) }
  const checked = last.declined ? 'passed' : await checkReply(agent, last.reply.text, used, input.signal)
  if (typeof checked === 'object') return checked
  const end: LoopStep = checked === 'stopped' ? { ...last, reply: NOTHING_SAID.reply, declined: 'guardrail' } : last
  return summarize(agent, [...done, { ...end, results: [], tokens: used }], end)
}

/** The history as the model sees it: without files after it rejected them. */
interface Talk {
  messages: readonly HistoryMessage[]
}

interface LoopState {
  readonly handoffs: number
  /** The steps before. */
  readonly done: readonly StoredStep[]
  /** The calls that are not run because the turn has no more steps. With any, the model has no tools. */
  readonly undone: readonly StepCall[]
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
  talk: Talk,
  state: LoopState,
): Promise<LoopStep | FailedDraft> {
  const { chat, history, greeting, instruction, mustWrite, signal, clock } = input
  const { agentId, settings, memory, notes } = agent
  const { handoffs, done, undone } = state
  const isLast = undone.length > 0
  const tools = isLast ? [] : agent.tools.filter(({ name }) => handoffs < MOST_HANDOFFS || !agent.handoffs.has(name))
  const known = new Set(isLast ? [] : agent.tools.map(({ name }) => name))
  const hasSaid = !isLast && done.some(saysSomething)
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
    const told = () => tellCalls(talk.messages, done, { agentId, tools: known })
    const prompt = systemPrompt({
      agent: settings,
      customerName: chat.conversation.contactName,
      now: clock(),
      memory,
      greeting,
      cut: history.cut,
      notes: [
        ...notes,
        told().note,
        instruction ?? '',
        isLast ? tellUndone(undone, settings.stepsPerTurn) : '',
        ...again,
      ].filter(Boolean),
    })
    const response = await agent
      .callModels(async ({ model }, isFallback) => {
        const generate = () => {
          const { messages } = told()
          return withoutRefusedTool(agent.tools, tools, (offered) =>
            generateStep({
              model,
              ...prompt,
              messages: isFallback ? messages.map(withoutRaw) : messages,
              tools: offered,
              room: isCut ? MORE_ROOM : 1,
              signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MILLISECONDS)]),
            }),
          )
        }
        return await generate().catch(async (error: unknown) => {
          if (!(error instanceof ModelRefusedError && !error.isFiltered && hasFiles(talk.messages))) throw error
          log('turn.files_refused', { agentId, status: error.status })
          talk.messages = hideFiles(talk.messages)
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
    const { text, hasCall, calls } = readAnswer(said, agent.tools)
    const written = step.toolCalls.length === 0 && !isLast ? runnableCalls(calls, tools, told().messages) : []
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
  return none(isLast ? 'steps' : 'unusable')
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
    asksForNumber: results.some(({ result }) => result.asksForNumber === true),
    asksForHuman: results.findLast(({ result }) => result.asksForHuman)?.result.asksForHuman,
    declined,
    changedOutside: results.some(({ changesOutside }) => changesOutside),
    steps: steps.length,
    calls: results.filter(({ ran }) => ran).length,
    last,
  }
}
