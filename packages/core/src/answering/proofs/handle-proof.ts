import type { ProofInput } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { AgentCountEntity } from '../../agents/agent-entity.ts'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import { openMonth } from '../../agents/usage/agent-month.ts'
import { findReachedLimit } from '../../agents/usage/monthly-limit.ts'
import { ConversationEntity } from '../../conversations/conversation-entity.ts'
import { type Clock, expiryAfter, monthOf } from '../../platform/clock.ts'
import { addFacts, log, logError } from '../../platform/log/log.ts'
import { consume, DELETE, type Fate, keep, type Receipt } from '../../platform/queues/consume.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { refusals, transact } from '../../platform/table/transact.ts'
import { beginExam } from '../exams/begin-exam.ts'
import { chooseSample } from '../exams/choose-sample.ts'
import { mailDrops } from '../exams/record-exam.ts'
import { NO_TOKENS, type Tokens } from '../turns/turn-cost.ts'
import { chooseConversations } from './choose-conversations.ts'
import { findCandidates } from './find-candidates.ts'
import { findProved } from './find-proved.ts'
import { fitPart } from './fit-part.ts'
import { isStalled, STALLED } from './is-stalled.ts'
import { failedPart } from './new-part.ts'
import { followingPart, partsOfCustomers } from './plan-parts.ts'
import { type ExamTask, ProofBodyEntity, type ProofPart, type ProofTask, storedParts } from './proof-body-entity.ts'
import { PART_MESSAGE_DAYS, ProofEntity, type ProofItem, ProofMessageEntity, proofOut } from './proof-entity.ts'
import { ProofPartEntity, storedResult } from './proof-part-entity.ts'
import { failProof, findBody, findProof, finishProof, listResults, type ProofBody } from './proof-store.ts'
import { type ProvedPart, provePart } from './prove-part.ts'

/** A conversation without an end after this time counts as failed. Leaves five minutes to record it. */
const PART_MILLISECONDS = 10 * 60_000
/** Receives after which a conversation counts as failed. */
const MOST_TRIES = 4
const RETRY_SECONDS = 30

const CHANGED = 'The agent was changed while the proof ran. Start it again.'

/** Processes the messages of proofs: chooses their conversations, and plays one for each message. */
export async function handleProofBatch(event: SQSEvent, clock: Clock): Promise<SQSBatchResponse> {
  const consumer = { failure: 'proof.failed', showAgain: showAgainIn(settings.PROOFS_QUEUE_URL) }
  return await consume(event, 'proofs', consumer, async (queued, receipt) => {
    addFacts({ organizationId: queued.organizationId, proofId: queued.proofId, part: queued.part })
    const { organizationId, agentId, exam } = queued
    if (exam !== undefined) {
      await beginExam({ organizationId, agentId, at: exam }, clock)
      return DELETE
    }
    const proof = await findProof(queued)
    if (!proof) return DELETE
    if (isStalled(proof, clock())) {
      const body = await findBody(proof)
      if (body) await failProof(proof, STALLED, body, clock())
      return DELETE
    }
    return queued.part === undefined
      ? await begin(proof, receipt, clock)
      : await handlePart(proof, queued.part, receipt, clock)
  })
}

/** Chooses the conversations of a proof and sends the messages of the first ones: as many as run in parallel. */
async function begin(proof: ProofItem, receipt: Receipt, clock: Clock): Promise<Fate> {
  const body = await findBody(proof)
  if (!body) return DELETE
  if (proof.state === 'running') return await resume(proof, body, receipt, clock)
  if (proof.state !== 'queued') return await afterEnd(proof)
  const { input } = body
  const { organizationId, id: proofId, agentId, expiresAt } = proof
  const parts = await planParts(proof, input, clock())
  const key = { organizationId, agentId, id: proofId }
  const first = parts.slice(0, input.parallel)
  const now = clock()
  await transact(
    { proofs: ProofEntity, bodies: ProofBodyEntity, messages: ProofMessageEntity },
    ({ proofs, bodies, messages }) => [
      proofs
        .patch(key)
        .set({ state: 'running', total: parts.length, updatedAt: now })
        .where(({ state }, { eq }) => eq(state, 'queued'))
        .commit(),
      bodies
        .patch({ organizationId, proofId })
        .set({ parts: JSON.stringify(parts), format: storedParts.format })
        .commit(),
      ...first.map((_, part) =>
        messages
          .create({
            proofId,
            part,
            expiresAt: Math.min(expiresAt, expiryAfter(now, PART_MESSAGE_DAYS)),
            out: proofOut(key, part),
          })
          .commit(),
      ),
    ],
  )
  log('proof.begun', { agentId, kind: input.kind, parts: parts.length })
  if (parts.length === 0) await finishProof({ ...proof, state: 'running' }, { input, parts }, clock())
  return DELETE
}

/** Continues a proof whose message was lost, with the first conversation without a result. */
async function resume(proof: ProofItem, body: ProofBody, receipt: Receipt, clock: Clock): Promise<Fate> {
  const results = await listResults(proof, body)
  const missing = results.findIndex(({ state }) => state === 'queued')
  if (missing >= 0) return await handlePart(proof, missing, receipt, clock)
  // The worker died after the last conversation, or the proof has none.
  await finishProof(proof, body, clock())
  return DELETE
}

/** Sends what the worker could not send before it died. */
async function afterEnd(proof: ProofItem): Promise<Fate> {
  if (proof.kind === 'exam' && proof.state === 'done') await mailDrops(proof)
  return DELETE
}

async function planParts(proof: ProofItem, input: ProofTask, now: EpochMs): Promise<ProofPart[]> {
  if (input.kind === 'replay') return await chosenParts(proof, input, now)
  if (input.kind === 'tests') return partsOfCustomers(proof.id, { customers: input.tests, runs: 1 })
  const customers = partsOfCustomers(proof.id, input)
  return input.kind === 'exam' ? [...customers, ...(await sampledParts(proof, input, now))] : customers
}

async function sampledParts(
  { organizationId, agentId, id }: ProofItem,
  { since, until, sample }: ExamTask,
  now: EpochMs,
): Promise<ProofPart[]> {
  if (sample === 0) return []
  const period = { since, until, ids: undefined, filter: undefined }
  const candidates = await findCandidates(organizationId, agentId, period, now)
  const ids = candidates.map((candidate) => candidate.id)
  return chooseSample(id, ids, sample).map((conversationId) => ({ conversationId }))
}

async function chosenParts(
  { organizationId, agentId, createdAt }: ProofItem,
  { since, until = createdAt, conversationIds: ids, filter, limit }: Extract<ProofInput, { kind: 'replay' }>,
  now: EpochMs,
): Promise<ProofPart[]> {
  const candidates = await findCandidates(organizationId, agentId, { since, until, ids, filter }, now)
  return chooseConversations(candidates, filter, limit).map((conversationId) => ({ conversationId }))
}

/** Plays a conversation, stores its result once with the message of the next one, and ends the proof after the last one. */
async function handlePart(proof: ProofItem, index: number, receipt: Receipt, clock: Clock): Promise<Fate> {
  if (proof.state !== 'running') return await afterEnd(proof)
  const body = await findBody(proof)
  const part = body?.parts[index]
  if (!body || !part) return DELETE
  const { organizationId, id: proofId } = proof
  const { data: stored } = await ProofPartEntity.get({
    organizationId,
    conversationId: part.conversationId,
    proofId,
  }).go({ consistent: true })
  if (!stored) {
    const proved = await prove(proof, body, part, receipt, clock)
    if ('kind' in proved) return proved
    await storePart(proof, { ...body, index, part }, proved, clock())
  }
  const latest = await findProof({ organizationId, agentId: proof.agentId, proofId })
  if (latest?.state !== 'running') return DELETE
  if (latest.finished >= latest.total) await finishProof(latest, body, clock())
  else if (body.input.maxUsd * 1_000_000 <= latest.microUsd)
    await failProof(latest, `The proof was stopped: it has used its limit of ${body.input.maxUsd} USD.`, body, clock())
  return DELETE
}

/** Returns the played conversation, or what to do with the message if it is to be played again or not at all. */
async function prove(
  proof: ProofItem,
  body: ProofBody,
  part: ProofPart,
  { receiveCount }: Receipt,
  clock: Clock,
): Promise<ProvedPart | Fate> {
  const { organizationId, agentId, createdAt, version } = proof
  const { input } = body
  const proved = await findProved(organizationId, agentId, input)
  if (proved?.version !== version) {
    await failProof(proof, proved ? CHANGED : 'The agent was deleted.', body, clock())
    return DELETE
  }
  const limit = await findReachedLimit(proved.agent, clock())
  if (limit !== undefined) {
    await failProof(proof, limit, body, clock())
    return DELETE
  }
  const signal = AbortSignal.timeout(PART_MILLISECONDS)
  try {
    return await provePart(
      { organizationId, agent: proved.agent, input, startedAt: createdAt, signal, now: clock() },
      part,
    )
  } catch (error) {
    logError('proof.part_failed', error)
    const isRefused = error instanceof ModelRefusedError
    if (!isRefused && receiveCount < MOST_TRIES) return keep(RETRY_SECONDS)
    return { result: failedPart(input, part, problemOf(error, signal)), tokens: NO_TOKENS }
  }
}

function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The conversation took more than ten minutes.'
  if (error instanceof ModelDownError) return 'The model is not available.'
  if (error instanceof ModelRefusedError) return `The model refused the request: ${error.message}`
  return 'The conversation could not be played because of an error of the service.'
}

const [PART, COUNT] = [0, 2]

/**
 * Stores the result of a conversation, what it used, and the message of the next one, in one write. A result of a customer who was
 * erased meanwhile is not stored.
 */
async function storePart(
  proof: ProofItem,
  {
    input,
    parts,
    index,
    part,
  }: {
    readonly input: ProofTask
    readonly parts: readonly ProofPart[]
    readonly index: number
    readonly part: ProofPart
  },
  { result, tokens }: ProvedPart,
  now: EpochMs,
): Promise<void> {
  const { organizationId, agentId, id: proofId, expiresAt } = proof
  const key = { organizationId, agentId, id: proofId }
  const next = followingPart(index, input.parallel, parts.length)
  const month = monthOf(now)
  const write = (shown: ProvedPart['result'], isReal: boolean, isCounted: boolean) =>
    refusals(
      {
        parts: ProofPartEntity,
        proofs: ProofEntity,
        counts: AgentCountEntity,
        messages: ProofMessageEntity,
        conversations: ConversationEntity,
      },
      ({ parts: items, proofs, counts, messages, conversations }) => [
        items
          .create({
            organizationId,
            conversationId: part.conversationId,
            proofId,
            result: JSON.stringify(fitPart(shown)),
            format: storedResult.format,
            expiresAt,
          })
          .commit(),
        proofs
          .patch(key)
          .add({ finished: 1, microUsd: tokens.microUsd ?? 0 })
          .set({ updatedAt: now })
          .commit(),
        ...(isCounted
          ? [
              counts
                .patch({ organizationId, id: agentId })
                .add(used(tokens))
                .where((stored, { gte }) => gte(stored.month, month))
                .commit(),
            ]
          : []),
        ...(isReal
          ? [
              conversations
                .check({ organizationId, id: part.conversationId })
                .where(({ id }, { exists }) => exists(id))
                .commit(),
            ]
          : []),
        ...(next === undefined
          ? []
          : [
              messages
                .create({
                  proofId,
                  part: next,
                  expiresAt: expiryAfter(now, PART_MESSAGE_DAYS),
                  out: proofOut(key, next),
                })
                .commit(),
            ]),
      ],
    )
  let [shown, isReal, isCounted] = [result, part.customer === undefined, tokens.inputTokens > 0]
  for (;;) {
    const refused = await write(shown, isReal, isCounted)
    if (refused.length === 0) return log('proof.part_done', { agentId, part: index, state: shown.state })
    if (refused.includes(PART)) return
    if (isCounted && refused.includes(COUNT)) isCounted = await openMonth(organizationId, agentId, month)
    else if (isReal && refused.includes(isCounted ? COUNT + 1 : COUNT)) {
      shown = failedPart(input, part, 'The customer was erased.')
      isReal = false
    } else return
  }
}

/** Returns what a conversation adds to the counters of the agent. It is no turn of a customer. */
function used({ inputTokens, outputTokens, cachedTokens = 0, microUsd = 0 }: Tokens) {
  return { inputTokens, outputTokens, cachedTokens, microUsd }
}
