import type { ProofInput } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { ModelDownError, ModelRefusedError } from '../../agents/models/model-errors.ts'
import { findReachedLimit } from '../../agents/usage/monthly-limit.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { addFacts, log, logError } from '../../platform/log/log.ts'
import { consume, DELETE, type Fate, keep, type Receipt } from '../../platform/queues/consume.ts'
import { showAgainIn } from '../../platform/queues/show-again.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { beginExam } from '../exams/begin-exam.ts'
import { chooseSample } from '../exams/choose-sample.ts'
import { mailDrops } from '../exams/record-exam.ts'
import { NO_TOKENS } from '../turns/turn-cost.ts'
import { chooseConversations } from './choose-conversations.ts'
import { findCandidates } from './find-candidates.ts'
import { findProved } from './find-proved.ts'
import { isStalled, STALLED } from './is-stalled.ts'
import { failedPart } from './new-part.ts'
import { partsOfCustomers } from './plan-parts.ts'
import { type ExamTask, ProofBodyEntity, type ProofPart, type ProofTask, storedParts } from './proof-body-entity.ts'
import { PART_MESSAGE_DAYS, ProofEntity, type ProofItem, ProofMessageEntity, proofOut } from './proof-entity.ts'
import { ProofPartEntity } from './proof-part-entity.ts'
import { failProof, findBody, findProof, finishProof, listResults, type ProofBody } from './proof-store.ts'
import { type ProvedPart, provePart } from './prove-part.ts'
import { storePart } from './store-part.ts'

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
