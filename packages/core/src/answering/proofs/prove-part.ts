import type { AgentTest } from '@replywright/contract/agent-tests.ts'
import type { ProofInput, ProvedConversation, SimulatedCustomer } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { listNumbers } from '../../channel/numbers/numbers.ts'
import type { ConversationItem } from '../../conversations/conversation-entity.ts'
import type { Chat } from '../../conversations/conversations.ts'
import { isKnown, MemoryEntity } from '../../conversations/memory-entity.ts'
import { InternalError } from '../../platform/errors.ts'
import { type Memory, memoryOwners } from '../memory/memory-store.ts'
import { trialCustomer } from '../sandbox/trial-entity.ts'
import { NO_TOKENS, plus, type Tokens, usdOf } from '../turns/turn-cost.ts'
import { openTestModel } from './ask-test-model.ts'
import { judgeCustomer } from './judge-customer.ts'
import { judgeSampled } from './judge-sampled.ts'
import { failedVerdicts, judgeTurns } from './judge-turns.ts'
import { loadRecorded } from './load-recorded.ts'
import { customerOf, failedPart, queuedPart, testOf } from './new-part.ts'
import { ANY_TOOL, type Play, startPlay, type ToolPolicy } from './play.ts'
import { playCustomer } from './play-customer.ts'
import { playReplay } from './play-replay.ts'
import { playTest } from './play-test.ts'
import type { ProofPart, ProofTask } from './proof-body-entity.ts'
import { openRecording } from './recorded-results.ts'
import { choicesOf } from './replay-choices.ts'

/** A conversation that was played, and what all models used for it. */
export interface ProvedPart {
  readonly result: ProvedConversation
  readonly tokens: Tokens
}

interface Proving {
  readonly organizationId: string
  /** The proved agent, with its draft if it has one. */
  readonly agent: StoredAgent
  readonly input: ProofTask
  /** When the proof was started. */
  readonly startedAt: EpochMs
  readonly signal: AbortSignal
  readonly now: EpochMs
}

/**
 * Plays a conversation of a proof and judges it. Stores and sends nothing.
 * @throws ModelDownError if a retry may succeed
 */
export async function provePart(proving: Proving, part: ProofPart): Promise<ProvedPart> {
  const { input } = proving
  if (input.kind === 'replay') return await proveReplay(proving, input, part)
  if (input.kind === 'exam' && part.customer === undefined) return await judgeSampled(proving, input, part)
  const test = testOf(input, part)
  if (test) return await proveTest(proving, test, part)
  const customer = customerOf(input, part)
  if (input.kind === 'tests' || !customer) throw new InternalError(`a proof has no customer ${part.customer}`)
  return await proveCustomer(proving, customer, input, part)
}

async function proveReplay(
  proving: Proving,
  input: Extract<ProofInput, { kind: 'replay' }>,
  part: ProofPart,
): Promise<ProvedPart> {
  const { organizationId, signal, now } = proving
  const period = { since: input.since, until: input.until ?? proving.startedAt }
  const loaded = await loadRecorded(organizationId, part.conversationId, period, now)
  if ('problem' in loaded) return { result: failedPart(input, part, loaded.problem), tokens: NO_TOKENS }
  const { conversation, number, recorded, plan, first } = loaded
  const calls = plan.turns.flatMap((turn) => turn.calls)
  const policy: ToolPolicy = {
    canned: {},
    recording: openRecording(calls),
    recordedNames: [...new Set(calls.map(({ name }) => name))],
    choices: choicesOf(input.tools),
  }
  const knownAt = first.messages[0]?.takenAt ?? period.since
  const play = await openPlay(proving, { conversation, number }, policy, knownAt)
  const { tokensThen, ...played } = await playReplay(play, plan, recorded, signal)
  const ended = played.turns.slice(0, played.stopped?.turn)
  const { verdicts, tokens: judged } = await judgeTurns(ended.length === 0 ? [] : input.criteria, ended, signal)
  const problems = played.turns.flatMap(({ problem, thenBy }, turn) =>
    // A person replied then: the agent was silent then, too.
    problem === null || (thenBy === 'human' && turn !== played.stopped?.turn) ? [] : [{ turn, text: problem }],
  )
  const reasons = [...problems, ...failedVerdicts(verdicts)]
  return {
    tokens: plus(play.tokens, judged),
    result: {
      ...queuedPart(input, part),
      ...played,
      state: 'done',
      verdicts,
      tokens: { then: countOf(tokensThen), now: countOf(play.tokens) },
      usd: { then: usdOf(tokensThen), now: usdOf(play.tokens) },
      passed: reasons.length === 0,
      reasons,
    },
  }
}

/** What a conversation with a customer who does not exist is played and judged with. */
interface Settings {
  readonly tools?: Extract<ProofInput, { kind: 'customers' }>['tools']
  readonly criteria: readonly string[]
}

async function proveCustomer(
  proving: Proving,
  customer: SimulatedCustomer,
  { tools, criteria }: Settings,
  part: ProofPart,
): Promise<ProvedPart> {
  const { input, signal, startedAt } = proving
  const isLive = tools === 'live_read_only'
  const canned = { ...(tools === 'live_read_only' ? {} : tools), ...customer.tools }
  const play = await openInvented(proving, { canned, isLive }, part)
  if (!play) return withoutNumber(input, part)
  const ask = await openTestModel()
  const played = await playCustomer(play, customer, ask, { startedAt, signal })
  const { verdicts, tokens: judged } = await judgeTurns(criteria, played.turns, signal, ask)
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

async function proveTest(proving: Proving, test: AgentTest, part: ProofPart): Promise<ProvedPart> {
  const { input, signal, startedAt } = proving
  const customer = customerOf(input, part)
  if (customer && 'customer' in test)
    return await proveCustomer(proving, customer, { tools: {}, criteria: test.expect.says }, part)
  if (!('turns' in test)) throw new InternalError(`a proof has no turns of test ${part.customer}`)
  const play = await openInvented(proving, { canned: test.tools, isLive: false }, part)
  if (!play) return withoutNumber(input, part)
  const { judged, ...played } = await playTest(play, test.turns, { startedAt, signal })
  return {
    tokens: plus(play.tokens, judged),
    result: {
      ...queuedPart(input, part),
      state: 'done',
      turns: [...played.turns],
      calls: { added: [], lost: [], made: [...played.calls] },
      handedOver: { then: false, now: play.isHandedOver },
      tokens: { then: 0, now: countOf(play.tokens) },
      usd: { then: 0, now: usdOf(play.tokens) },
      passed: played.reasons.length === 0,
      reasons: [...played.reasons],
    },
  }
}

function withoutNumber(input: ProofTask, part: ProofPart): ProvedPart {
  return { result: failedPart(input, part, 'The organisation has no number.'), tokens: NO_TOKENS }
}

/** Opens a conversation with a customer who does not exist. Returns undefined if the organisation has no number. */
async function openInvented(
  proving: Proving,
  { canned, isLive }: { readonly canned: ToolPolicy['canned']; readonly isLive: boolean },
  part: ProofPart,
): Promise<Play | undefined> {
  const { organizationId, agent, startedAt } = proving
  const numbers = await listNumbers(organizationId)
  const number = numbers.find(({ sandbox }) => sandbox) ?? numbers[0]
  if (!number) return undefined
  const any = Object.hasOwn(canned, ANY_TOOL) ? { result: canned[ANY_TOOL] } : isLive && 'live_read_only'
  const policy: ToolPolicy = {
    canned,
    recording: openRecording([]),
    recordedNames: [],
    choices: new Map(any ? [[ANY_TOOL, any]] : []),
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
  return await openPlay(proving, { conversation, number }, policy)
}

async function openPlay(
  { organizationId, agent }: Proving,
  chat: Chat,
  policy: ToolPolicy,
  knownAt?: EpochMs,
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
async function readMemory({ conversation, number }: Chat, knownAt: EpochMs): Promise<Map<string, Memory>> {
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

function countOf({ inputTokens, outputTokens }: Tokens): number {
  return inputTokens + outputTokens
}
