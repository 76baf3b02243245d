import type { CustomerResult, ProvedConversation, Totals } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { log } from '../../platform/log/log.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { scoresOf } from '../exams/judge-drops.ts'
import { recordExam } from '../exams/record-exam.ts'
import { queuedPart } from './new-part.ts'
import { ProofBodyEntity, type ProofPart, type ProofTask, storedInput, storedParts } from './proof-body-entity.ts'
import { type ProofEnd, ProofEntity, type ProofItem, writeEnd } from './proof-entity.ts'
import { ProofPartEntity, storedResult } from './proof-part-entity.ts'
import { customerResults, isGreen, totalsOf, whatChanged } from './summarize.ts'

/** What a proof was asked for, and its conversations; none until they are chosen. */
export interface ProofBody {
  readonly input: ProofTask
  readonly parts: readonly ProofPart[]
}

/** Returns a proof, read consistently, or null. */
export async function findProof({
  organizationId,
  agentId,
  proofId: id,
}: {
  readonly organizationId: string
  readonly agentId: string
  readonly proofId: string
}): Promise<ProofItem | null> {
  return (await ProofEntity.get({ organizationId, agentId, id }).go({ consistent: true })).data
}

export async function findBody({
  organizationId,
  id: proofId,
}: Pick<ProofItem, 'organizationId' | 'id'>): Promise<ProofBody | null> {
  const { data } = await ProofBodyEntity.get({ organizationId, proofId }).go({ consistent: true })
  if (!data) return null
  return {
    input: storedInput.parse(data.input, data.format),
    parts: data.parts === undefined ? [] : storedParts.parse(data.parts, data.format),
  }
}

const ERASED = 'The customer was erased.'

/** Returns the conversations of a proof in order. One whose result is missing after the end was deleted with its customer. */
export async function listResults(
  { organizationId, id: proofId, state }: Pick<ProofItem, 'organizationId' | 'id' | 'state'>,
  { input, parts }: ProofBody,
): Promise<ProvedConversation[]> {
  const items = await batchGet(
    parts.map(({ conversationId }) => ({ organizationId, conversationId, proofId })),
    (keys) => ProofPartEntity.get(keys).go({ consistent: true }),
  )
  const results = new Map(items.map((item) => [item.conversationId, item]))
  return parts.map((part) => {
    const item = results.get(part.conversationId)
    if (item) return storedResult.parse(item.result, item.format)
    const queued = queuedPart(input, part)
    return state === 'done' ? { ...queued, state: 'failed', problem: ERASED } : queued
  })
}

/** Ends a proof whose conversations were all played, with its totals. Idempotent. */
export async function finishProof(proof: ProofItem, body: ProofBody, now: EpochMs): Promise<void> {
  const { input } = body
  await endProof(proof, body, { state: 'done' }, now, async (end, { totals, customers }) =>
    input.kind === 'exam'
      ? await recordExam(proof, { end, scores: scoresOf(input.customers, customers, totals) }, now)
      : await writeEnd(proof, end),
  )
}

/** Ends a proof that cannot or must not continue, with the totals of what was played. Idempotent. */
export async function failProof(proof: ProofItem, problem: string, body: ProofBody, now: EpochMs): Promise<void> {
  await endProof(proof, body, { state: 'failed', problem }, now, (end) => writeEnd(proof, end))
}

async function endProof(
  proof: ProofItem,
  body: ProofBody,
  change: { readonly state: 'done' | 'failed'; readonly problem?: string },
  now: EpochMs,
  write: (
    end: ProofEnd,
    summary: { readonly totals: Totals; readonly customers: readonly CustomerResult[] },
  ) => Promise<boolean>,
): Promise<void> {
  const { agentId, id, kind } = proof
  const { input } = body
  const conversations = await listResults(proof, body)
  const totals = totalsOf(conversations, input.criteria)
  const customers =
    input.kind === 'replay' || input.kind === 'tests'
      ? []
      : customerResults(input.customers, conversations, input.mustPass ?? input.runs)
  // A proof without a conversation shows nothing.
  const passed =
    change.state === 'failed' ? false : conversations.length === 0 ? undefined : isGreen(conversations, customers)
  const end: ProofEnd = {
    ...change,
    ...(passed !== undefined && { passed }),
    summary: JSON.stringify({ totals, customers }),
    whatChanged: whatChanged(kind, totals, customers),
    updatedAt: now,
    finishedAt: now,
  }
  if (await write(end, { totals, customers }))
    log('proof.ended', { agentId, proofId: id, state: change.state, passed, conversations: totals.done })
}
