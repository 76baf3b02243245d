import type { Exam, ExamInput } from '@replywright/contract/exams.ts'
import { MOST_PLAYED, type Proof } from '@replywright/contract/proofs.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { ExamEntity, type ExamItem } from '../../agents/exam-entity.ts'
import { getOwnAgent, type StoredAgent } from '../../agents/find-agent.ts'
import { findPrice } from '../../agents/models/prices.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { transact } from '../../platform/table/transact.ts'
import { getProof } from '../proofs/proofs.ts'
import { findExam, startExam } from './begin-exam.ts'
import { estimateExam } from './estimate-exam.ts'
import { ExamMessageEntity, plannedMessage } from './exam-message-entity.ts'
import { settingsOf, storedExam, storedOutcome } from './exam-settings.ts'
import { nextExamAt } from './plan-exam.ts'

/** Returns the exam of an agent; one that is off if there is none. */
export async function getExam(caller: Caller, agentId: string): Promise<Exam> {
  const agent = await getOwnAgent(caller, agentId)
  return viewExam(agent, await findExam(caller.organizationId, agentId))
}

/**
 * Replaces the settings of the exam of an agent, and plans it if it is on.
 * @throws ServiceError 400 for an exam that tests nothing; 404 for an unknown agent; 409 after a concurrent change
 */
export async function replaceExam(caller: Caller, agentId: string, input: ExamInput, now: EpochMs): Promise<Exam> {
  const agent = await getOwnAgent(caller, agentId)
  checkExamInput(input)
  const { organizationId } = caller
  const before = await findExam(organizationId, agentId)
  const version = Math.max(now, (before?.version ?? 0) + 1)
  const nextAt = input.enabled ? nextExamAt(input.hour, now) : undefined
  const { last, lastAt, mailFor } = before ?? {}
  const item = {
    organizationId,
    agentId,
    version,
    settings: JSON.stringify(input),
    format: storedExam.format,
    nextAt,
    last,
    lastAt,
    mailFor,
  }
  const isWritten = await transact({ exams: ExamEntity, messages: ExamMessageEntity }, ({ exams, messages }) => [
    exams
      .put(item)
      .where((stored, { eq, notExists }) =>
        before
          ? [
              eq(stored.version, before.version),
              lastAt === undefined ? notExists(stored.lastAt) : eq(stored.lastAt, lastAt),
              mailFor === undefined ? notExists(stored.mailFor) : eq(stored.mailFor, mailFor),
            ].join(' AND ')
          : notExists(stored.version),
      )
      .commit(),
    ...(nextAt === undefined
      ? []
      : [messages.create(plannedMessage({ organizationId, agentId, at: nextAt }, version)).commit()]),
  ])
  if (!isWritten) throw conflict('changed_concurrently', 'The exam was changed concurrently. Get it and try again.')
  log('exam.changed', { organizationId, agentId, enabled: input.enabled })
  return viewExam(agent, await findExam(organizationId, agentId))
}

/** Starts the exam of an agent now, once for each `id`. */
export async function runExam(caller: Caller, agentId: string, id: string, now: EpochMs): Promise<Proof> {
  await getOwnAgent(caller, agentId)
  const { organizationId } = caller
  const exam = await findExam(organizationId, agentId)
  checkExamInput({ ...settingsOf(exam), enabled: true })
  if (exam) await startExam(exam, id, { at: now, now })
  return await getProof(organizationId, agentId, id, now)
}

/** @throws ServiceError 400 */
function checkExamInput({ enabled, customers, runs, mustPass, sample, criteria }: ExamInput): void {
  const most = MOST_PLAYED - sample
  if (customers.length * runs > most)
    throw invalidField(
      'runs',
      `must be at most ${Math.floor(most / customers.length)} with ${customers.length} customers and this sample: an exam has at most ${MOST_PLAYED} conversations`,
    )
  if (mustPass !== null && mustPass > runs) throw invalidField('mustPass', `must be at most runs (${runs})`)
  if (enabled && customers.length === 0 && (sample === 0 || criteria.length === 0))
    throw invalidField(
      'customers',
      'must have a customer; or set sample and criteria, so that the exam tests something',
    )
}

function viewExam({ settings: { llmModel } }: StoredAgent, exam: ExamItem | null): Exam {
  const own = settingsOf(exam)
  const last = exam?.last === undefined ? undefined : storedOutcome.parse(exam.last, undefined)
  const agentModel = llmModel || settings.BEDROCK_MODEL_ID
  const testModel = settings.TEST_MODEL || settings.BEDROCK_MODEL_ID
  const estimate = estimateExam(own, {
    agentPrice: agentModel ? findPrice(agentModel) : undefined,
    testPrice: testModel ? findPrice(testModel) : undefined,
    lastUsd: last && last.version === exam?.version ? last.usd : undefined,
  })
  return {
    ...own,
    nextAt: timeOrNull(exam?.nextAt),
    estimate,
    last: last ? { proofId: last.proofId, at: isoTime(last.at), passed: last.passed, drops: last.drops } : null,
  }
}
