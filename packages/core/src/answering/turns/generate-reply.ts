import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import type { OutboundContent } from '../../channel/port.ts'
import type { Chat } from '../../conversations/conversations.ts'
import type { Handoff } from '../../conversations/handoff.ts'
import { MEDIA_CAPABILITY, mediaUrl } from '../../conversations/media/media-token.ts'
import { advanceToOutbound } from '../../conversations/messages/advance-outbound.ts'
import { awaitsAnswer } from '../../conversations/messages/turn-message.ts'
import { derivedTimeId, timeOfId } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { DELETE, type Fate } from '../../platform/queues/consume.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { isSilent } from '../wake-ups/judge-wake-up.ts'
import { buildHistory, type History, type Transcript } from './build-history.ts'
import { greeting } from './choices.ts'
import { composeReply, type ReplyPart, savedBy } from './compose-reply.ts'
import { countTurn, usedBy } from './count-turn.ts'
import { failTurn } from './fail-turn.ts'
import { finishTurn } from './finish-turn.ts'
import { awaitingIds, getTranscript } from './get-transcript.ts'
import { heardOf, hearVoices } from './hear-voices.ts'
import { judgeTurn, mayStartOver, waitForPause } from './judge-turn.ts'
import { renderReply } from './render-reply.ts'
import { type ReplyDraft, runModelLoop } from './run-model-loop.ts'
import { findTurnAgent } from './turn-agent.ts'
import { addTokens, costAfter, NO_TOKENS, plus } from './turn-cost.ts'
import { type TurnItem, writeTurn } from './turn-entity.ts'
import { openChat, reopenChat } from './turn-origin.ts'
import { startsSession, type TurnRun } from './turn-run.ts'

/** Returns the run with a stored reply, the run of a new round, or the outcome of a turn without a reply. */
export async function generateReply(unheard: TurnRun): Promise<TurnRun | Fate> {
  const run = await hear(unheard)
  const { agent, instruction, clock } = run
  let { turn } = run
  const begin = async () => {
    if (turn.version === 0) turn = await writeTurn(turn, {})
    return turn
  }
  const first = startsSession(run) ? greeting(agent.settings, capabilitiesOf(run.chat.number)) : []
  const draft = await runModelLoop({
    ...run,
    begin,
    history: historyOf(run),
    greeting: first.map(({ text }) => text).join('\n'),
  })
  if ('error' in draft) {
    const tokens = addTokens(turn.tokens, draft.tokens)
    return await failTurn({ turn: { ...turn, tokens }, clock }, draft.error)
  }
  const begun = { ...run, turn }
  const fresh = await reopenChat(run.chat, run.origin)
  const reason = noReplyReason(fresh, clock())
  if (!fresh || reason) return await endWithoutReply(begun, draft, reason)
  const transcript = await transcriptNow(run, fresh)
  const isOutdated =
    fresh.conversation.sessionId !== turn.sessionId || awaitingIds(transcript).some((id) => !turn.covers.includes(id))
  if (isOutdated && mayStartOver({ ...turn, changedOutside: draft.changedOutside, now: clock() })) {
    const over = instruction
      ? await endWithoutReply(begun, draft, 'customer_wrote')
      : await startOver(begun, transcript, draft)
    if (over) return over
  }
  const nothing = instruction !== undefined && isSilent(draft.text)
  const { parts, saved } = await composeParts(
    begun,
    nothing ? { ...draft, text: '', choices: [], asksForNumber: false } : draft,
    first,
  )
  const change = {
    reply: JSON.stringify(parts),
    ...(saved > 0 && { saved }),
    ...(draft.asksForHuman && { handoff: JSON.stringify(handoffOf(turn, draft, parts, clock())) }),
    ...(draft.declined && { declined: draft.declined }),
    ...(draft.agentId !== turn.agentId && { speakerId: draft.agentId }),
    ...(draft.last && { saidAt: draft.last.at, saidMs: draft.last.durationMs, model: draft.last.model }),
    begins: startsSession(run),
    ...usedBy(turn, withHeard(draft, begun)),
    tries: 0,
  }
  return { ...run, chat: fresh, turn: await writeTurn(turn, change), isFresh: true, draft }
}

/** Returns the run with the transcripts of voice messages, if its agent hears them. */
async function hear(run: TurnRun): Promise<TurnRun> {
  if (!run.agent.settings.transcribeVoice) return run
  return { ...run, transcript: await hearVoices(run.transcript, run.turn.covers, run) }
}

/** A model answers a user's message. Instructions are in the system prompt, because customers write as users. */
const NO_MESSAGE = '[The customer has not written.]'

function historyOf({ transcript, earlier, turn, instruction }: TurnRun): History {
  const history = buildHistory(transcript, turn.covers, earlier)
  if (instruction === undefined) return history
  return { ...history, messages: [...history.messages, { role: 'user', text: NO_MESSAGE }] }
}

async function endWithoutReply(run: TurnRun, draft: ReplyDraft, reason: string | undefined): Promise<Fate> {
  const { turn, origin, chat, clock } = run
  const used = { ...turn, ...usedBy(turn, withHeard(draft, run)) }
  const cost = costAfter(chat.conversation.cost, used)
  await advanceToOutbound(chat.conversation, [], { answeredSession: undefined, cost })
  await finishTurn(turn, origin, countTurn(used), clock())
  log('turn.silent', { reason, calls: draft.calls })
  return DELETE
}

/** Returns the draft with what the transcription of the customer's messages cost, once in a turn: not in each round. */
function withHeard(draft: ReplyDraft, { agent, transcript, turn: { covers } }: TurnRun): ReplyDraft {
  const { id } = agent.head
  const heard = heardOf(transcript, covers)
  if (!heard.voiceSeconds) return draft
  return { ...draft, tokens: new Map(draft.tokens).set(id, plus(draft.tokens.get(id) ?? NO_TOKENS, heard)) }
}

/** Returns why no answer may be sent now, or undefined. */
function noReplyReason(chat: Chat | undefined, now: EpochMs): string | undefined {
  if (!chat) return 'routed_away'
  const { conversation, number } = chat
  const judgement = judgeTurn(conversation, number, { windowSeconds: capabilitiesOf(number).windowSeconds, now })
  return judgement.kind === 'none' ? judgement.reason : undefined
}

/** Reads the transcript again only if `inboundSeq` shows a new message. */
async function transcriptNow({ chat, origin, transcript, clock }: TurnRun, fresh: Chat): Promise<Transcript> {
  if (fresh.conversation.inboundSeq === chat.conversation.inboundSeq) return transcript
  return await getTranscript(fresh.conversation, origin.message, clock())
}

/**
 * Starts another round with all messages when the customer is quiet. Ends the turn if a person has answered its messages: later
 * ones have turns of their own. Returns undefined if there is no agent.
 */
async function startOver(run: TurnRun, latest: Transcript, draft: ReplyDraft): Promise<TurnRun | Fate | undefined> {
  const { turn, origin, clock } = run
  const fresh = await openChat(await waitForPause(origin, latest.messages.at(-1)?.takenAt ?? clock(), clock), origin)
  const agent = fresh && (await findTurnAgent(fresh))
  if (!agent) return undefined
  const transcript = await getTranscript(fresh.conversation, origin.message, clock())
  const isOpen = transcript.messages.some((message) => turn.covers.includes(message.id) && awaitsAnswer(message))
  if (!isOpen) return await endWithoutReply(run, draft, 'human_answered')
  const round = turn.round + 1
  log('turn.overtaken', { round, calls: draft.calls })
  const change = {
    round,
    sessionId: fresh.conversation.sessionId,
    agentId: agent.head.id,
    covers: awaitingIds(transcript),
    ...usedBy(turn, draft),
    tries: 0,
  }
  const begun = turn.version === 0 ? { ...turn, ...change } : await writeTurn(turn, change)
  return { ...run, turn: begun, chat: fresh, agent, transcript, earlier: earlierIn(run, fresh), steps: [] }
}

/** Another session has its own tool calls. */
function earlierIn({ earlier, turn }: TurnRun, { conversation }: Chat): TurnRun['earlier'] {
  return conversation.sessionId === turn.sessionId ? earlier : []
}

/** Returns the handoff to a person. It sorts after the reply. */
function handoffOf(
  { conversationId, id }: TurnItem,
  { agentId, asksForHuman: { reason, summary } = { reason: '', summary: '' } }: ReplyDraft,
  parts: readonly ReplyPart[],
  now: EpochMs,
): Handoff {
  const since = Math.max(now, ...parts.map((part) => timeOfId(part.id) + 1))
  return { id: derivedTimeId(since, 'human needed', conversationId, id), reason, summary, agentId, since }
}

async function composeParts(
  { turn, chat, agent, clock }: TurnRun,
  draft: ReplyDraft,
  first: readonly OutboundContent[],
): Promise<{ readonly parts: readonly ReplyPart[]; readonly saved: number }> {
  const { organizationId, conversationId, id: turnId, covers } = turn
  const capabilities = capabilitiesOf(chat.number)
  const { files, text, choices } = await renderReply(draft, capabilities.textStyle)
  const key = files.length > 0 ? await capabilityKey(MEDIA_CAPABILITY, clock()) : undefined
  const reply = { greeting: first, files, text, choices, asksForNumber: draft.asksForNumber }
  const context = {
    organizationId,
    conversationId,
    turnId,
    covers,
    capabilities,
    isSeparate: agent.settings.separateMessages,
    now: clock(),
  }
  const parts = composeReply(reply, context, (ref) => (key ? mediaUrl(ref, key) : ''))
  return { parts, saved: savedBy(reply, context, parts.length) }
}
