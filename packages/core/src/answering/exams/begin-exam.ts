import type { EpochMs } from '@replywright/contract/time.ts'
import { ExamEntity, type ExamItem } from '../../agents/exam-entity.ts'
import { type Clock, isoTime } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { transact } from '../../platform/table/transact.ts'
import { findProved } from '../proofs/find-proved.ts'
import { startProof } from '../proofs/start-proof.ts'
import { ExamMessageEntity, type PlannedExam, plannedMessage } from './exam-message-entity.ts'
import { settingsOf } from './exam-settings.ts'
import { examPeriod, examProofId, nextExamAt } from './plan-exam.ts'

const PARALLEL = 2

/** Returns the exam of an agent, read consistently, or null. */
export async function findExam(organizationId: string, agentId: string): Promise<ExamItem | null> {
  return (await ExamEntity.get({ organizationId, agentId }).go({ consistent: true })).data
}

/**
 * Starts the exam of a night, and plans the next one. An exam that was switched off or moved to another hour is not started. Idempotent: its
 * proof is one for the agent and the date, and the next exam is planned once.
 */
export async function beginExam(planned: PlannedExam, clock: Clock): Promise<void> {
  const { organizationId, agentId, at } = planned
  const exam = await findExam(organizationId, agentId)
  if (exam?.nextAt !== at) return log('exam.obsolete', { ...planned })
  await startExam(exam, examProofId(organizationId, agentId, at), { at, now: clock() })
  await planNext(exam, at, clock())
}

/** Starts a proof with the settings of an exam, once for each `id`. Samples the 24 hours before `at`. */
export async function startExam(
  exam: ExamItem,
  id: string,
  { at, now }: { readonly at: EpochMs; readonly now: EpochMs },
): Promise<void> {
  const { organizationId, agentId } = exam
  const proved = await findProved(organizationId, agentId, { draft: false })
  if (!proved) return
  const { customers, tools, runs, mustPass, sample, criteria, maxUsd } = settingsOf(exam)
  const { since, until } = examPeriod(at)
  const task = {
    kind: 'exam',
    customers,
    tools,
    runs,
    ...(mustPass !== null && { mustPass }),
    criteria,
    sample: criteria.length === 0 ? 0 : sample,
    since: isoTime(since),
    until: isoTime(until),
    draft: false,
    maxUsd,
    parallel: PARALLEL,
  }
  await startProof({ organizationId, agentId, id, kind: 'exam', task, draft: false, version: proved.version }, now)
}

/** Plans the exam after the one at `at`, unless that was done or the settings were changed. */
async function planNext(
  { organizationId, agentId, version, ...exam }: ExamItem,
  at: EpochMs,
  now: EpochMs,
): Promise<void> {
  const next = nextExamAt(settingsOf(exam).hour, Math.max(now, at))
  const isPlanned = await transact({ exams: ExamEntity, messages: ExamMessageEntity }, ({ exams, messages }) => [
    exams
      .patch({ organizationId, agentId })
      .set({ nextAt: next })
      .where((stored, { eq }) => `${eq(stored.nextAt, at)} AND ${eq(stored.version, version)}`)
      .commit(),
    // A message of this time and cause was sent before: its schedule exists.
    messages.put(plannedMessage({ organizationId, agentId, at: next }, version)).commit(),
  ])
  if (isPlanned) log('exam.planned', { organizationId, agentId, at: next })
}
