import type { ExamDrop } from '@replywright/contract/exam-drop.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { ExamEntity, type ExamItem } from '../../agents/exam-entity.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { agentRegressedEnvelope } from '../../deliveries/envelope.ts'
import { type NewDelivery, newDeliveries, writePayloads } from '../../deliveries/new-delivery.ts'
import { listWebhooks } from '../../deliveries/webhooks/webhook-entity.ts'
import { mailRegression } from '../../people/notices/regression-mail.ts'
import { isoTime } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { CONFLICT_TRIES, refusals, retryConflict } from '../../platform/table/transact.ts'
import { isUnended, type ProofEnd, ProofEntity, type ProofItem, writeEnd } from '../proofs/proof-entity.ts'
import { usdOf } from '../turns/turn-cost.ts'
import { findExam } from './begin-exam.ts'
import { type Outcome, settingsOf, storedOutcome } from './exam-settings.ts'
import { dropsOf, type ExamScores } from './judge-drops.ts'

/** Drops in an event and in a mail. */
const MOST_DROPS = 20
const PROOF = 0

/**
 * Ends the proof of an exam. Its result, the comparison with the exam before, and the events for webhooks are one
 * write. Then mails the admins. Returns false if the proof has ended before.
 */
export async function recordExam(
  proof: ProofItem,
  { end, scores }: { readonly end: ProofEnd; readonly scores: ExamScores },
  now: EpochMs,
): Promise<boolean> {
  const { organizationId, agentId } = proof
  const isEnded = await retryConflict(CONFLICT_TRIES, 'The exam was changed concurrently.', async () => {
    const exam = await findExam(organizationId, agentId)
    // The agent was deleted, or a later exam has ended before.
    if (!exam || (exam.lastAt ?? 0) >= proof.createdAt) return await writeEnd(proof, end)
    return await writeOutcome(proof, exam, { end, scores }, now)
  })
  if (isEnded) await mailDrops(proof)
  return isEnded
}

/** Returns undefined if the exam was changed concurrently, and false if the proof has ended before. */
async function writeOutcome(
  { organizationId, agentId, id, createdAt, microUsd }: ProofItem,
  exam: ExamItem,
  { end, scores }: { readonly end: ProofEnd; readonly scores: ExamScores },
  now: EpochMs,
): Promise<boolean | undefined> {
  const before = exam.last === undefined ? undefined : storedOutcome.parse(exam.last, undefined)
  const drops = before ? dropsOf(before.scores, scores, settingsOf(exam).dropPoints).slice(0, MOST_DROPS) : []
  const outcome: Outcome = {
    proofId: id,
    at: createdAt,
    passed: end.passed ?? null,
    version: exam.version,
    usd: usdOf({ microUsd }),
    drops,
    scores,
  }
  const whatChanged = [end.whatChanged, ...(drops.length > 0 ? [`Worse than before: ${namesOf(drops)}.`] : [])].join(
    ' ',
  )
  const events =
    drops.length > 0 ? await regressedDeliveries({ organizationId, agentId, id, createdAt }, drops, now) : []
  await writePayloads(events)
  const refused = await refusals(
    { proofs: ProofEntity, exams: ExamEntity, deliveries: DeliveryEntity },
    ({ proofs, exams, deliveries }) => [
      proofs
        .patch({ organizationId, agentId, id })
        .set({ ...end, whatChanged })
        .where(isUnended)
        .commit(),
      exams
        .patch({ organizationId, agentId })
        .set({ last: JSON.stringify(outcome), lastAt: createdAt, ...(drops.length > 0 && { mailFor: id }) })
        .where(({ lastAt }, { eq, notExists }) =>
          exam.lastAt === undefined ? notExists(lastAt) : eq(lastAt, exam.lastAt),
        )
        .commit(),
      ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ],
  )
  if (refused.includes(PROOF)) return false
  if (refused.length > 0) return undefined
  if (drops.length > 0) log('exam.regressed', { organizationId, agentId, proofId: id, drops: drops.length })
  return true
}

function namesOf(drops: readonly ExamDrop[]): string {
  return drops.map(({ name }) => `“${name}”`).join(', ')
}

async function regressedDeliveries(
  { organizationId, agentId, id, createdAt }: Pick<ProofItem, 'organizationId' | 'agentId' | 'id' | 'createdAt'>,
  drops: readonly ExamDrop[],
  now: EpochMs,
): Promise<NewDelivery[]> {
  const webhooks = (await listWebhooks(organizationId)).filter(({ events }) => events.includes('agent.regressed'))
  if (webhooks.length === 0) return []
  const head = await findAgentHead(organizationId, agentId)
  const envelope = agentRegressedEnvelope(now, {
    agent: { id: agentId, name: head?.name ?? '' },
    exam: { proofId: id, startedAt: isoTime(createdAt) },
    drops: [...drops],
  })
  return await newDeliveries(webhooks, { about: agentId, cause: id, at: now, envelope })
}

/** Mails the admins about the drops of an exam, if that was not done. A mail may be sent twice after a crash. */
export async function mailDrops({ organizationId, agentId, id }: ProofItem): Promise<void> {
  const exam = await findExam(organizationId, agentId)
  if (exam?.mailFor !== id || exam.last === undefined) return
  const { drops } = storedOutcome.parse(exam.last, undefined)
  const head = await findAgentHead(organizationId, agentId)
  await mailRegression(organizationId, { id: agentId, name: head?.name ?? '', drops: drops.map(({ name }) => name) })
  await ExamEntity.patch({ organizationId, agentId })
    .remove(['mailFor'])
    .where(({ mailFor }, { eq }) => eq(mailFor, id))
    .go({ returnOnConditionCheckFailure: true })
}
