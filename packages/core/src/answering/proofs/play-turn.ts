import type { ProofCall, ProofFile } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { StoredAgent } from '../../agents/find-agent.ts'
import { ModelDownError } from '../../agents/models/model-errors.ts'
import { ASK_FOR_HUMAN } from '../../agents/tool.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { Chat } from '../../conversations/conversations.ts'
import type { MessageItem } from '../../conversations/messages/message-entity.ts'
import { systemClock, timeOfId } from '../../platform/clock.ts'
import { buildHistory } from '../turns/build-history.ts'
import { greeting } from '../turns/choices.ts'
import { composeReply } from '../turns/compose-reply.ts'
import { heardOf, hearVoices, listenToStored, withTranscript } from '../turns/hear-voices.ts'
import { messageText } from '../turns/message-text.ts'
import { renderReply } from '../turns/render-reply.ts'
import { type ReplyDraft, runModelLoop } from '../turns/run-model-loop.ts'
import { newTurn } from '../turns/turn-entity.ts'
import { type Play, spend } from './play.ts'
import { fileOf, PlayStopped, playHost } from './play-host.ts'

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
  const host = playHost(play)
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

/** Returns whether calls have a request for a person. */
export function asksForHuman(calls: readonly { readonly name: string }[]): boolean {
  return calls.some(({ name }) => name === ASK_FOR_HUMAN)
}
