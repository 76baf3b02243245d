import type { Exam, replaceExam } from '@replywright/contract/exams.ts'
import type { InputOf } from '../../api/send.ts'
import type { CustomerForm } from './proof-test.ts'

/** The body of a change of an exam. */
export type ExamBody = InputOf<typeof replaceExam>['body']

/** Returns the settings of an exam as they are sent, without what the service adds. */
export function examInput({ nextAt: _, estimate: __, last: ___, ...settings }: Exam) {
  return settings
}

/** Returns the settings of an exam with one more customer. */
export function withCustomer(exam: Exam, customer: CustomerForm): ExamBody {
  const settings = examInput(exam)
  return { ...settings, customers: [...settings.customers, customer] }
}
