import type { ProofCall } from '@replywright/contract/proofs.ts'
import { openAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { openGuardrail } from '../../agents/guardrails/guardrail.ts'
import { ModelDownError } from '../../agents/models/model-errors.ts'
import { openModels, withFallback } from '../../agents/models/open-model.ts'
import { ASK_FOR_HUMAN } from '../../agents/tool.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { derivedTimeId, systemClock, timeOfId } from '../../platform/clock.ts'
import { memoryPrompt } from '../memory/memory-store.ts'
import { type Opening, openTools } from '../tools/open-tools.ts'
import { buildHistory } from '../turns/build-history.ts'
import { greeting } from '../turns/choices.ts'
import { composeReply } from '../turns/compose-reply.ts'
import { messageText } from '../turns/message-text.ts'
import { renderReply } from '../turns/render-reply.ts'
import { callId } from '../turns/run-calls.ts'
import { type LoopHost, type ReplyDraft, runModelLoop } from '../turns/run-model-loop.ts'
import type { TurnAgent } from '../turns/turn-agent.ts'
import { newTurn } from '../turns/turn-entity.ts'
import type { StoredResult, StoredStep } from '../turns/turn-steps.ts'
import { type Play, type ResultSource, spend } from './play.ts'
import { closedDoors, knownMcpTools, withCanned } from './proof-tools.ts'

/** What an agent did in a turn. */
export interface PlayedTurn {
  /** What it wrote. Empty if it did not answer. */
  readonly now: string
  /** The calls of tools that ran. */
  readonly calls: readonly Omit<ProofCall, 'turn'>[]
  /** Why it did not answer, or null. */
  readonly problem: string | null
}

const NO_ANSWER: Readonly<Record<NonNullable<ReplyDraft['declined']>, string>> = {
  model: 'The model declined to answer.',
  filter: 'A filter of the model stopped the reply.',
  unusable: 'The model wrote nothing for the customer.',
  steps: 'The agent used all its steps without an answer.',
  guardrail: 'A guardrail stopped the reply.',
}
const HANDED_OVER = 'The agent waits for a person.'
const NO_AGENT = 'The agent was deleted.'

/** A turn without a reply after this time counts as a failed one. */
const TURN_MILLISECONDS = 90_000

/**
 * Lets the agent answer messages in a play, at the time of the last one. Nothing is stored or sent.
 * @throws ModelDownError if a retry may succeed
 */
export async function playTurn(play: Play, messages: readonly MessageItem[], signal: AbortSignal): Promise<PlayedTurn> {
  const asked = messages.at(-1)
  if (!asked) return { now: '', calls: [], problem: null }
  const covers = messages.map(({ id }) => id)
  play.messages.push(...messages.map(withoutMarks))
  if (play.isHandedOver) return { now: '', calls: [], problem: HANDED_OVER }
  const agent = await play.findAgent(play.agentId)
  if (!agent) return { now: '', calls: [], problem: NO_AGENT }
  const at = asked.takenAt
  const chat = chatAt(play, at)
  const first = play.hasAnswered ? [] : greeting(agent.settings, capabilitiesOf(chat.number))
  const turn = newTurn({
    organizationId: chat.conversation.organizationId,
    conversationId: chat.conversation.id,
    id: asked.id,
    sessionId: asked.sessionId ?? '',
    agentId: agent.head.id,
    covers,
    startedAt: at,
    expiresAt: 0,
  })
  const host = memoryHost(play)
  const history = buildHistory({ messages: play.messages, cut: false }, covers, play.earlier)
  const draft = await runModelLoop({
    turn,
    begin: async () => turn,
    chat,
    agent,
    // Files belong to the provider or to the customer: the model reads that there is one.
    history: { ...history, files: [] },
    greeting: first.map(({ text }) => text).join('\n'),
    instruction: undefined,
    mustWrite: true,
    steps: [],
    signal: AbortSignal.any([signal, AbortSignal.timeout(TURN_MILLISECONDS)]),
    clock: () => at,
    host,
  })
  if ('error' in draft) {
    for (const tokens of draft.tokens.values()) spend(play, tokens)
    if (draft.error instanceof ModelDownError) throw draft.error
    return { now: '', calls: host.calls(), problem: `The model refused the request: ${draft.error.message}` }
  }
  for (const tokens of draft.tokens.values()) spend(play, tokens)
  play.earlier.push(...host.earlier())
  if (draft.asksForHuman) play.isHandedOver = true
  if (draft.declined) return { now: '', calls: host.calls(), problem: NO_ANSWER[draft.declined] }
  const said = await say(play, asked, draft, first)
  return { now: said.map(messageText).join('\n'), calls: host.calls(), problem: null }
}

/** A message that awaits no answer of a turn. */
function withoutMarks({ out: _, turnId: __, ...message }: MessageItem): MessageItem {
  return message
}

/** Returns the chat of a play as it was at a time. */
function chatAt({ chat: { conversation, number }, agentId }: Play, at: number): Chat {
  return { number, conversation: { ...conversation, agentId, lastInboundAt: at, inboundTakenAt: at } }
}

/** Adds a reply to the play. Returns its messages. */
async function say(
  play: Play,
  asked: MessageItem,
  draft: ReplyDraft,
  first: ReturnType<typeof greeting>,
): Promise<MessageItem[]> {
  const { organizationId, conversationId, id, sessionId, takenAt, expiresAt } = asked
  const capabilities = capabilitiesOf(play.chat.number)
  const { files, text, choices } = await renderReply(draft, capabilities.textStyle)
  const parts = composeReply(
    { greeting: first, files, text, choices },
    { organizationId, conversationId, turnId: id, covers: [id], capabilities, now: takenAt },
    () => '',
  )
  const said = parts.map(({ id: partId, content }): MessageItem => {
    const { type, buttons, media } = content
    return {
      organizationId,
      conversationId,
      id: partId,
      direction: 'outbound',
      role: 'assistant',
      waId: '',
      type,
      text: content.text,
      ...(buttons && { buttons }),
      ...(media && { media }),
      sentAt: timeOfId(partId),
      takenAt: timeOfId(partId),
      ...(sessionId !== undefined && { sessionId }),
      expiresAt,
    }
  })
  play.messages.push(...said)
  play.hasAnswered = true
  return said
}

interface MemoryHost extends LoopHost {
  /** The calls that ran, with the sources of their results. */
  calls(): Omit<ProofCall, 'turn'>[]
  /** The steps with calls, as the next turn reads them. */
  earlier(): Play['earlier']
}

/** Returns what the loop uses in a play: agents without doors, and steps in memory. */
function memoryHost(play: Play): MemoryHost {
  const steps: (StoredStep & { readonly results: StoredResult[]; readonly at: number; readonly turnId: string })[] = []
  const sources: ResultSource[][] = []
  const called = () =>
    steps.flatMap(({ reply, results }, step) =>
      reply.toolCalls.flatMap(({ name, args }, index) => {
        const result = results.find((each) => each.index === index)
        return result?.ran ? [{ name, args, result: result.result, source: sources[step]?.[index] ?? 'own' }] : []
      }),
    )
  return {
    openAgent: (chat, agent, opening) => openProvedAgent(play, chat, agent, opening),
    findAgent: async (_, agentId) => await play.findAgent(agentId),
    async storeStep(turn, _, agentId, { text, toolCalls, raw, model, at, tokens }) {
      const step = { agentId, model, reply: { text, toolCalls, raw }, results: [], tokens, at, turnId: turn.id }
      steps.push(step)
      return step
    },
    async storeResult(turn, step, result) {
      const stored = steps[step]
      stored?.results.push(result)
      const ofStep = sources[step] ?? []
      ofStep[result.index] = play.sources.get(callId(turn.id, turn.round, step, result.index)) ?? 'own'
      sources[step] = ofStep
      return result
    },
    async switchAgent(_, agentId) {
      play.agentId = agentId
    },
    calls: () => called().map(({ name, args, source }) => ({ name, arguments: JSON.stringify(args), result: source })),
    earlier: () =>
      steps.map(({ turnId, agentId, at, reply, results }, step) => ({
        turnId,
        agentId,
        at,
        calls: reply.toolCalls.flatMap(({ name, args }, index) => {
          const { ran, result } = results.find((each) => each.index === index) ?? {}
          if (!ran || !result || result.handoffTo !== undefined || result.choices !== undefined) return []
          return [{ id: shortId(turnId, step, index), name, args, text: result.text }]
        }),
      })),
  }
}

const ID_CHARACTERS = 9

/** Nine letters and digits, which every model accepts. */
function shortId(turnId: string, step: number, index: number): string {
  return derivedTimeId(0, 'call of a proof', turnId, String(step), String(index))
    .replaceAll('-', '')
    .slice(-ID_CHARACTERS)
}

/** Decrypts an agent's secrets and opens its model, and its tools without doors. */
async function openProvedAgent(play: Play, chat: Chat, agent: StoredAgent, opening: Opening): Promise<TurnAgent> {
  const { organizationId, id: agentId } = agent.head
  const open = await openAgent(agent)
  const { settings } = open
  const context = { organizationId, agentId, ...chat }
  // The time of a play is that of the conversation. Settings of models are those of now.
  const [models, own] = await Promise.all([
    openModels(settings, systemClock()),
    openTools(context, open, opening, closedDoors(play)),
  ])
  const known = new Set(own.tools.map(({ name }) => name))
  return {
    ...own,
    tools: withCanned([...own.tools, ...knownMcpTools(settings, known, play)], play),
    agentId,
    settings,
    model: models.first.model,
    callModels: withFallback(models),
    checkText: openGuardrail(settings),
    memory: memoryPrompt(settings.memoryKeys, play.memory.get(agentId) ?? new Map()),
  }
}

/** Returns whether calls have a request for a person. */
export function asksForHuman(calls: readonly { readonly name: string }[]): boolean {
  return calls.some(({ name }) => name === ASK_FOR_HUMAN)
}
