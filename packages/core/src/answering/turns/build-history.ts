import type { StepMessage } from '../../agents/models/step-messages.ts'
import type { InboundFile } from '../../channel/port.ts'
import type { MediaRef } from '../../conversations/media/media-token.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { settings } from '../../platform/settings.ts'
import { cutResult } from '../tools/as-data.ts'
import { RECALL } from '../tools/recall-tool.ts'
import type { EarlierCall, EarlierStep } from './earlier-steps.ts'
import { isPartOfHistory, messageText } from './message-text.ts'

/** The most messages of a history. Older ones are left out. */
export const HISTORY_MESSAGES = 40
/** A longer result of an earlier tool call is cut, in bytes. `recall` returns the whole. */
export const LARGE_RESULT = 4096
/** What is shown of a large result, and of any result if the budget has no room for more. In bytes. */
const RESULT_BEGINNING = 1024
const SHORT_BEGINNING = 256

/** The latest messages of a conversation. */
export interface Transcript {
  /** Messages of the session, and messages that await an answer, in the order of their arrival. */
  readonly messages: readonly MessageItem[]
  /** Whether the session has older messages. */
  readonly cut: boolean
}

/** A message of the conversation, or the tool calls of a response in an earlier turn. */
export type HistoryMessage =
  | Exclude<StepMessage, { readonly role: 'tool' }>
  | (Pick<EarlierStep, 'agentId' | 'calls'> & { readonly role: 'calls' })

export interface History {
  readonly messages: readonly HistoryMessage[]
  /** The files of the messages to answer. */
  readonly files: readonly HistoryFile[]
  /** Whether the session has messages that the model does not see. */
  readonly cut: boolean
  /** The whole results of the tool calls whose results are cut, by the id of the call. */
  readonly results: ReadonlyMap<string, string>
}

export interface HistoryFile {
  /** The index of its message in the history. */
  readonly position: number
  readonly ref: MediaRef
  /** The type of its message, such as `image`. */
  readonly type: string
  readonly file: InboundFile
}

/**
 * Builds the conversation for the model: the earlier messages and tool calls, then the messages to answer (`covers`).
 * The customer has the last word. Messages that await an answer of another turn are left out. The latest ones are included
 * up to `mostTokens`, and one message at least. A step is included whole, so that no call is without its result.
 */
export function buildHistory(
  { messages, cut }: Transcript,
  covers: readonly string[],
  steps: readonly EarlierStep[] = [],
  mostTokens: number = settings.MODEL_HISTORY_TOKENS,
): History {
  const covered = messages.filter(({ id }) => covers.includes(id))
  const before = messages.filter(
    (message) => isPartOfHistory(message) && !covers.includes(message.id) && !awaitsAnswer(message),
  )
  const all = placeSteps(before, covered, steps)
  const included: Included[] = []
  const left = { tokens: mostTokens, messages: HISTORY_MESSAGES }
  for (const part of all.toReversed()) {
    const fitting = 'calls' in part ? fittingStep(part, left.tokens) : toIncluded(part)
    const isFirst = left.messages === HISTORY_MESSAGES && !('calls' in part)
    if (!fitting || (!isFirst && (fitting.tokens > left.tokens || left.messages === 0))) break
    left.tokens -= fitting.tokens
    if (!('calls' in part)) left.messages -= 1
    included.unshift(fitting)
  }
  return {
    messages: included.map(({ message }) => message),
    files: included.flatMap(({ item }, position) =>
      item && covers.includes(item.id) ? filesOf(item).map((file) => ({ ...file, position })) : [],
    ),
    cut: cut || included.length < all.length,
    results: new Map(included.flatMap(({ whole }) => whole)),
  }
}

interface Included {
  readonly message: HistoryMessage
  readonly tokens: number
  /** The message of the conversation; absent for calls. */
  readonly item?: MessageItem
  /** The results that are cut. */
  readonly whole: readonly (readonly [id: string, result: string])[]
}

/**
 * Puts the calls of each turn behind the last message that the turn answers. Calls of a turn that answers none of the
 * messages, such as a wake-up, have their place by time. They never follow the messages to answer.
 */
function placeSteps(
  before: readonly MessageItem[],
  covered: readonly MessageItem[],
  steps: readonly EarlierStep[],
): (MessageItem | EarlierStep)[] {
  const messages = [...before, ...covered]
  const places = new Map<string, number>()
  for (const { turnId, at } of steps.toSorted((a, b) => a.at - b.at)) {
    if (places.has(turnId)) continue
    const asked = messages.findLastIndex(
      ({ id, direction, turnId: handledBy }) => direction === 'inbound' && [id, handledBy].includes(turnId),
    )
    places.set(turnId, asked < 0 ? before.findLastIndex(({ takenAt }) => takenAt <= at) : asked)
  }
  const stepsAt = (place: number) =>
    steps.filter(({ turnId }) => places.get(turnId) === place).toSorted((a, b) => a.at - b.at)
  return [...stepsAt(-1), ...messages.flatMap((message, place) => [message, ...stepsAt(place)])]
}

/** A message's marks and role, or those of a call with its result. */
const FRAME_TOKENS = 4
const BYTES_PER_TOKEN = 4

/** Estimates tokens: four bytes each, which is about right for English, and too few for no language by more than half. */
function tokensOf(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + FRAME_TOKENS + Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN), 0)
}

function toIncluded(item: MessageItem): Included {
  const text = messageText(item)
  const message: HistoryMessage = item.direction === 'inbound' ? { role: 'user', text } : { role: 'assistant', text }
  return { message, tokens: tokensOf(text), item, whole: [] }
}

/** Returns a step with its small results, or with the beginnings of all, or undefined if neither fits. */
function fittingStep({ agentId, calls }: EarlierStep, mostTokens: number): Included | undefined {
  for (const [whole, beginning] of [
    [LARGE_RESULT, RESULT_BEGINNING],
    [SHORT_BEGINNING * 2, SHORT_BEGINNING],
  ] as const) {
    const isCut = ({ text }: EarlierCall) => Buffer.byteLength(text) > whole
    const shown = calls.map((call) => (isCut(call) ? { ...call, text: referenceTo(call, beginning) } : call))
    const tokens = tokensOf(...shown.flatMap(({ name, args, text }) => [name + JSON.stringify(args), text]))
    if (tokens <= mostTokens)
      return {
        message: { role: 'calls', agentId, calls: shown },
        tokens,
        whole: calls.filter(isCut).map(({ id, text }) => [id, text]),
      }
  }
  return undefined
}

function referenceTo({ id, text }: EarlierCall, beginning: number): string {
  const size = Math.ceil(Buffer.byteLength(text) / 1024)
  return cutResult(
    text,
    beginning,
    `[… cut: ${size} KB in all. ${RECALL} with the id "${id}" returns the whole result.]`,
  )
}

function filesOf({ organizationId, conversationId, id: messageId, type, transcript, media = [] }: MessageItem) {
  return media.flatMap(({ id, mimeType, filename }, index) =>
    id === undefined || transcript !== undefined
      ? []
      : [{ ref: { organizationId, conversationId, messageId, index }, type, file: { id, mimeType, filename } }],
  )
}
