import type { ProofCall, ProofFile } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { openAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { openGuardrail } from '../../agents/guardrails/guardrail.ts'
import { ModelDownError } from '../../agents/models/model-errors.ts'
import { openModels, withFallback } from '../../agents/models/open-model.ts'
import { ASK_FOR_HUMAN } from '../../agents/tool.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { InboundFile } from '../../channel/port.ts'
import type { Chat } from '../../conversations/conversations.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { derivedTimeId, systemClock, timeOfId } from '../../platform/clock.ts'
import { memoryPrompt } from '../memory/memory-store.ts'
import { type Opening, openTools } from '../tools/open-tools.ts'
import { buildHistory } from '../turns/build-history.ts'
import { greeting } from '../turns/choices.ts'
import { composeReply } from '../turns/compose-reply.ts'
import { heardOf, hearVoices, listenToStored, withTranscript } from '../turns/hear-voices.ts'
import { messageText } from '../turns/message-text.ts'
import { renderReply } from '../turns/render-reply.ts'
import { callId } from '../turns/run-calls.ts'
import { type LoopHost, type ReplyDraft, runModelLoop } from '../turns/run-model-loop.ts'
import { attachFiles, openStoredFile, seeFiles } from '../turns/show-files.ts'
import type { TurnAgent } from '../turns/turn-agent.ts'
import { NO_TOKENS, plus, type Tokens } from '../turns/turn-cost.ts'
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
  /** What it saw and heard of the customer's files. */
  readonly files: readonly ProofFile[]
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

/** Ends the turn in which a tool was called whose result is not known. */
class PlayStopped extends Error {}

/**
 * Lets the agent answer messages in a play, at the time of the last one. Nothing is stored or sent.
 * @throws ModelDownError if a retry may succeed
 */
export async function playTurn(play: Play, messages: readonly MessageItem[], signal: AbortSignal): Promise<PlayedTurn> {
  const silent = (problem: string | null): PlayedTurn => ({ now: '', calls: [], problem, files: [] })
  const asked = messages.at(-1)
  if (!asked) return silent(null)
  const covers = messages.map(({ id }) => id)
  const agent = play.isHandedOver ? undefined : await play.findAgent(play.agentId)
  const heard = agent ? await hear(play, messages.map(withoutMarks), agent, signal) : messages.map(withoutMarks)
  play.messages.push(...heard)
  if (play.isHandedOver) return silent(HANDED_OVER)
  if (!agent) return silent(NO_AGENT)
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
  const played = (now: string, problem: string | null): PlayedTurn => ({
    now,
    calls: host.calls(),
    problem,
    files: [...voicesOf(heard), ...host.files()],
  })
  const draft = await runModelLoop({
    turn,
    begin: async () => turn,
    chat,
    agent,
    history: buildHistory({ messages: play.messages, cut: false }, covers, play.earlier),
    greeting: first.map(({ text }) => text).join('\n'),
    instruction: undefined,
    mustWrite: true,
    steps: [],
    signal: AbortSignal.any([signal, AbortSignal.timeout(TURN_MILLISECONDS)]),
    clock: () => at,
    host,
  }).catch((error: unknown) => {
    if (error instanceof PlayStopped) return error
    throw error
  })
  if (draft instanceof PlayStopped) {
    spend(play, host.tokens())
    return played('', draft.message)
  }
  for (const tokens of draft.tokens.values()) spend(play, tokens)
  if ('error' in draft) {
    if (draft.error instanceof ModelDownError) throw draft.error
    return played('', `The model refused the request: ${draft.error.message}`)
  }
  play.earlier.push(...host.earlier())
  if (draft.asksForHuman) play.isHandedOver = true
  if (draft.declined) return played('', NO_ANSWER[draft.declined])
  const said = await say(play, asked, draft, first)
  return played(said.map(messageText).join('\n'), null)
}

/**
 * Returns the messages as the agent hears them: without what voice messages say if it does not hear them, and else also with
 * what those say that were not heard then and of which we have a copy. Stores nothing.
 */
async function hear(
  play: Play,
  messages: readonly MessageItem[],
  { settings }: StoredAgent,
  signal: AbortSignal,
): Promise<readonly MessageItem[]> {
  if (!settings.transcribeVoice) return messages.map(({ transcript: _, ...message }) => message)
  const unheard = messages.filter(({ type, transcript }) => type === 'audio' && transcript === undefined)
  const covers = unheard.map(({ id }) => id)
  const now = { signal, clock: systemClock }
  const transcript = await hearVoices({ messages, cut: false }, covers, now, listenToStored, async (message, heard) =>
    withTranscript(message, heard),
  )
  spend(play, heardOf(transcript, covers))
  return transcript.messages
}

/** Returns the voice messages of a turn. */
function voicesOf(messages: readonly MessageItem[]): ProofFile[] {
  return messages
    .filter(({ type, transcript }) => type === 'audio' && transcript !== undefined)
    .flatMap(({ id, media = [] }) => media.map((file) => fileOf(id, file, null)))
}

function fileOf(
  messageId: string,
  { mimeType, filename }: Pick<InboundFile, 'mimeType' | 'filename'>,
  problem: string | null,
): ProofFile {
  return { messageId, mimeType, filename: filename ?? null, problem }
}

/** A message that awaits no answer of a turn. */
function withoutMarks({ out: _, turnId: __, ...message }: MessageItem): MessageItem {
  return message
}

/** Returns the chat of a play as it was at a time. */
function chatAt({ chat: { conversation, number }, agentId }: Play, at: EpochMs): Chat {
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
  /** What the model saw of the customer's files. */
  files(): ProofFile[]
  /** What the model used for the steps. */
  tokens(): Tokens
}

/** Returns what the loop uses in a play: agents without doors, and steps in memory. */
function memoryHost(play: Play): MemoryHost {
  const steps: (StoredStep & { readonly results: StoredResult[]; readonly at: EpochMs; readonly turnId: string })[] = []
  const sources: ResultSource[][] = []
  const files: ProofFile[] = []
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
      const isLast = stored?.results.length === stored?.reply.toolCalls.length
      if (isLast && play.stoppedBy !== undefined)
        throw new PlayStopped(`The replay ends here: no result of ${play.stoppedBy} was recorded.`)
      return result
    },
    async showFiles(history, model, now) {
      const shown = await seeFiles(history.files, model, now, openStoredFile)
      files.push(
        ...history.files.map(({ ref, file }, index) => {
          const seen = shown[index]
          return fileOf(ref.messageId, file, seen && 'unseen' in seen ? seen.unseen : null)
        }),
      )
      return attachFiles(history, shown)
    },
    files: () => files,
    tokens: () => steps.map((step) => step.tokens).reduce(plus, NO_TOKENS),
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
