import { parseExactJson } from '@replywright/contract/exact-json.ts'
import { ExamDrop } from '@replywright/contract/exam-drop.ts'
import { ExamInput } from '@replywright/contract/exams.ts'
import * as v from 'valibot'
import type { ExamItem } from '../../agents/exam-entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { ExamScores } from './judge-drops.ts'

/** The settings of an exam. */
export const storedExam = storedJson('the settings of an exam', ExamInput, { parseJson: parseExactJson })

/** The result of an exam, which the next one is compared with. */
export const storedOutcome = storedJson(
  'the result of an exam',
  v.object({
    proofId: v.string(),
    /** When it was started. */
    at: v.number(),
    passed: v.nullable(v.boolean()),
    /** The version of the settings that it had. */
    version: v.number(),
    usd: v.number(),
    drops: v.array(ExamDrop),
    scores: ExamScores,
  }),
)
export type Outcome = ReturnType<typeof storedOutcome.parse>

/** Returns the settings of an agent without an exam: off. */
export function defaultExam(): ExamInput {
  return v.parse(ExamInput, { enabled: false })
}

/** Returns the settings of an exam, and those of none. */
export function settingsOf(exam: Pick<ExamItem, 'settings' | 'format'> | null): ExamInput {
  return exam ? storedExam.parse(exam.settings, exam.format) : defaultExam()
}
