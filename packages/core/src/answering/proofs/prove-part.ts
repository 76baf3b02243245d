import type { ProofInput, ProvedConversation, SimulatedCustomer, Verdict } from '@replywright/contract/proofs.ts'
import { findDraft } from '../../agents/draft/drafts.ts'
import { findAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { findNumber, listNumbers } from '../../channel/numbers/numbers.ts'
import { wantedAgent } from '../../conversations/connect-sandbox.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import { findConversation } from '../../conversations/find-or-create.ts'
import { isKnown, MemoryEntity } from '../../conversations/memory-entity.ts'
import type { Chat } from '../../conversations/messages/dispatch-message.ts'
import { InternalError } from '../../platform/errors.ts'
import { type Memory, memoryOwners } from '../memory/memory-store.ts'
import { trialCustomer } from '../sandbox/trial-entity.ts'
import { NO_TOKENS, plus, type Tokens, usdOf } from '../turns/turn-cost.ts'
import { type AskTestModel, openTestModel } from './ask-test-model.ts'
import { judgeCustomer } from './judge-customer.ts'
import { judgeReplies } from './judge-replies.ts'
import { listMessagesOf, listSteps, listTurns, type Period } from './load-conversation.ts'
import { type Play, startPlay, type ToolPolicy } from './play.ts'
import { playCustomer } from './play-customer.ts'
import { planReplay, playReplay } from './play-replay.ts'
import type { ProofPart } from './proof-entity.ts'
import { openRecording } from './recorded-results.ts'

/** A conversation that was played, and what all models used for it. */
export interface ProvedPart {
  readonly result: ProvedConversation
  readonly tokens: Tokens
}

interface Proving {
  readonly organizationId: string
  /** The proved agent, with its draft if it has one. */
  readonly agent: StoredAgent
  readonly input: ProofInput
  /** When the proof was started, in milliseconds. */
  readonly startedAt: number
  readonly signal: AbortSignal
  readonly now: number
}

/** Returns an agent as it is proved: with the fields of its draft if they are wanted. Null if it was deleted. */
export async function findProved(
  organizationId: string,
  agentId: string,
  { draft: wantsDraft }: Pick<ProofInput, 'draft'>,
): Promise<{ readonly agent: StoredAgent; readonly draft: boolean; readonly version: number } | null> {
  const live = await findAgent(organizationId, agentId)
  if (!live) return null
  const drafted = wantsDraft ? await findDraft(live) : undefined
  return drafted
    ? { agent: drafted.agent, draft: true, version: drafted.draft.version }
    : { agent: live, draft: false, version: live.version }
}

/** Returns a conversation of a proof before it is played. */
export function queuedPart(input: ProofInput, part: ProofPart): ProvedConversation {
  const customer = customerOf(input, part)
  return {
    conversationId: part.conversationId,
    state: 'queued',
    problem: null,
    changed: false,
    turns: [],
    calls: { added: [], lost: [], made: [] },
    handedOver: { then: false, now: false },
    verdicts: [],
    tokens: { then: 0, now: 0 },
    usd: { then: 0, now: 0 },
    customer: part.customer ?? null,
    run: part.run ?? null,
    persona: customer?.persona ?? null,
    goal: customer?.goal ?? null,
    reached: null,
    end: null,
    passed: null,
    reasons: [],
  }
}

/** Returns a conversation of a proof that could not be played. */
export function failedPart(input: ProofInput, part: ProofPart, problem: string): ProvedConversation {
  const isSimulated = customerOf(input, part) !== undefined
  return {
    ...queuedPart(input, part),
    state: 'failed',
    problem,
    passed: false,
    reached: isSimulated ? false : null,
    reasons: [{ turn: null, text: problem }],
  }
}

function customerOf(input: ProofInput, { customer }: ProofPart): SimulatedCustomer | undefined {
  return input.kind === 'customers' && customer !== undefined ? input.customers[customer] : undefined
}

/**
 * Plays a conversation of a proof and judges it. Stores and sends nothing.
 * @throws ModelDownError if a retry may succeed
 */
export async function provePart(proving: Proving, part: ProofPart): Promise<ProvedPart> {
  const { input } = proving
  return input.kind === 'replay' ? await proveReplay(proving, input, part) : await proveCustomer(proving, input, part)
}

/** Context before the period: the session may have begun before. */
const BEFORE_MILLISECONDS = 24 * 3_600_000
/** A reply follows the customer's message within this time, or not at all. */
const AFTER_MILLISECONDS = 3_600_000

async function proveReplay(
  proving: Proving,
  input: Extract<ProofInput, { kind: 'replay' }>,
  part: ProofPart,
): Promise<ProvedPart> {
  const { organizationId, signal, now } = proving
  const failed = (problem: string) => ({ result: failedPart(input, part, problem), tokens: NO_TOKENS })
  const conversation = await findConversation(organizationId, part.conversationId)
  const number = conversation && (await findNumber(conversation.phoneNumberId, 'recent'))
  if (!conversation || number?.organizationId !== organizationId) return failed('The conversation was deleted.')
  const period = { since: input.since, until: input.until ?? proving.startedAt }
  const around: Period = { since: period.since - BEFORE_MILLISECONDS, until: period.until + AFTER_MILLISECONDS }
  const [messages, turns, { steps, results }] = await Promise.all([
    listMessagesOf(conversation, around, now),
    listTurns(conversation, around),
    listSteps(conversation, around),
  ])
  // On a sandbox number, a message can choose the agent. No agent reads it.
  const read = messages.filter((message) => wantedAgent(number, message) === undefined)
  const recorded = { messages: read, turns, steps, results }
  const plan = planReplay(recorded, period)
  const [first] = plan.turns
  if (!first) return failed('The conversation has no messages of the customer in this period.')
  const calls = plan.turns.flatMap((turn) => turn.calls)
  const policy: ToolPolicy = {
    canned: {},
    recording: openRecording(calls),
    recordedNames: [...new Set(calls.map(({ name }) => name))],
    live: input.tools === 'live_read_only',
  }
  const knownAt = first.messages[0]?.takenAt ?? period.since
  const play = await openPlay(proving, { conversation, number }, policy, knownAt)
  const played = await playReplay(play, plan, recorded, signal)
  const { verdicts, tokens: judged } = await judge(proving, played.turns, signal)
  const problems = played.turns.flatMap(({ problem, thenBy }, turn) =>
    // A person replied then: the agent was silent then, too.
    problem === null || thenBy === 'human' ? [] : [{ turn, text: problem }],
  )
  const reasons = [...problems, ...failedVerdicts(verdicts)]
  return {
    tokens: plus(play.tokens, judged),
    result: {
      ...queuedPart(input, part),
      ...played,
      state: 'done',
      verdicts,
      tokens: { then: countOf(plan.tokens), now: countOf(play.tokens) },
      usd: { then: usdOf(plan.tokens), now: usdOf(play.tokens) },
      passed: reasons.length === 0,
      reasons,
    },
  }
}

async function proveCustomer(
  proving: Proving,
  input: Extract<ProofInput, { kind: 'customers' }>,
  part: ProofPart,
): Promise<ProvedPart> {
  const { organizationId, agent, signal, startedAt } = proving
  const customer = customerOf(input, part)
  if (!customer) throw new InternalError(`a proof has no customer ${part.customer}`)
  const numbers = await listNumbers(organizationId)
  const number = numbers.find(({ sandbox }) => sandbox) ?? numbers[0]
  if (!number) return { result: failedPart(input, part, 'The organisation has no number.'), tokens: NO_TOKENS }
  const live = input.tools === 'live_read_only'
  const policy: ToolPolicy = {
    canned: { ...(input.tools === 'live_read_only' ? {} : input.tools), ...customer.tools },
    recording: openRecording([]),
    recordedNames: [],
    live,
  }
  const conversation: ConversationItem = {
    organizationId,
    id: part.conversationId,
    customerId: part.conversationId,
    phoneNumberId: number.phoneNumberId,
    msgNumber: number.number,
    contactNumber: trialCustomer('proof', part.conversationId),
    contactName: '',
    sessionId: part.conversationId,
    agentId: agent.head.id,
    routingVersion: 0,
    inboundSeq: 0,
    lastMessage: '',
    createdAt: startedAt,
  }
  const ask = await openTestModel()
  const play = await openPlay(proving, { conversation, number }, policy)
  const played = await playCustomer(play, customer, ask, { startedAt, signal })
  const { verdicts, tokens: judged } = await judge(proving, played.turns, signal, ask)
  const usd = usdOf(play.tokens)
  const reasons = [...judgeCustomer(customer.expect, { ...played, usd }), ...failedVerdicts(verdicts)]
  return {
    tokens: [play.tokens, played.tokens, judged].reduce(plus, NO_TOKENS),
    result: {
      ...queuedPart(input, part),
      state: 'done',
      turns: [...played.turns],
      calls: { added: [], lost: [], made: [...played.calls] },
      handedOver: { then: false, now: played.end === 'handed_over' },
      verdicts,
      tokens: { then: 0, now: countOf(play.tokens) },
      usd: { then: 0, now: usd },
      reached: played.end === 'goal_reached',
      end: played.end,
      passed: reasons.length === 0,
      reasons,
    },
  }
}

async function openPlay(
  { organizationId, agent }: Proving,
  chat: Chat,
  policy: ToolPolicy,
  knownAt?: number,
): Promise<Play> {
  const provedId = agent.head.id
  return startPlay({
    chat,
    policy,
    agentId: provedId,
    findAgent: async (id) => (id === provedId ? agent : await findAgent(organizationId, id)),
    memory: knownAt === undefined ? new Map() : await readMemory(chat, knownAt),
  })
}

/** Returns what agents knew of a customer at a time: values that were written before it. Renews nothing. */
async function readMemory({ conversation, number }: Chat, knownAt: number): Promise<Map<string, Memory>> {
  const { organizationId } = conversation
  const read = await Promise.all(
    memoryOwners({ conversation, number }).map((ownerId) =>
      MemoryEntity.query.byOwner({ organizationId, ownerId }).go({ pages: 'all' }),
    ),
  )
  const known = read
    .flatMap(({ data }) => data)
    .filter((item) => isKnown(item, knownAt) && (item.writtenAt ?? 0) < knownAt)
  const memory = new Map<string, Map<string, string>>()
  for (const { agentId, keyId, value } of known)
    memory.set(agentId, (memory.get(agentId) ?? new Map<string, string>()).set(keyId, value))
  return memory
}

/** Judges replies by the criteria of a proof: those of now, and those of then if the agent replied. */
async function judge(
  { input: { criteria } }: Proving,
  turns: readonly ProvedConversation['turns'][number][],
  signal: AbortSignal,
  opened?: AskTestModel,
): Promise<{ readonly verdicts: Verdict[]; readonly tokens: Tokens }> {
  if (criteria.length === 0) return { verdicts: [], tokens: NO_TOKENS }
  const ask = opened ?? (await openTestModel())
  const then = turns.flatMap((turn) => (turn.thenBy === 'agent' && turn.then ? [turn.then] : []))
  const now = turns.map((turn) => turn.now)
  const verdicts: Verdict[] = []
  let tokens = NO_TOKENS
  for (const criterion of criteria) {
    const judgedNow = await judgeReplies(ask, criterion, now, signal)
    const judgedThen = then.length === 0 ? undefined : await judgeReplies(ask, criterion, then, signal)
    tokens = plus(plus(tokens, judgedNow.tokens), judgedThen?.tokens ?? NO_TOKENS)
    verdicts.push({
      criterion,
      then: judgedThen?.passed ?? null,
      now: judgedNow.passed,
      reason: judgedNow.reason,
    })
  }
  return { verdicts, tokens }
}

function failedVerdicts(verdicts: readonly Verdict[]): ProvedConversation['reasons'] {
  return verdicts
    .filter(({ now }) => !now)
    .map(({ criterion, reason }) => ({ turn: null, text: `${criterion}: ${reason}` }))
}

function countOf({ inputTokens, outputTokens }: Tokens): number {
  return inputTokens + outputTokens
}
