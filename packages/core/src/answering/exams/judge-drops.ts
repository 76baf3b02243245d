import type { ExamDrop } from '@replywright/contract/exam-drop.ts'
import type { CustomerResult, SimulatedCustomer, Totals } from '@replywright/contract/proofs.ts'
import * as v from 'valibot'
import { derivedId } from '../../platform/clock.ts'
import { shareOf } from '../proofs/statistics.ts'

/** What is compared of an exam. */
export const ExamScores = v.object({
  /** `key` names the same customer in the next exam. */
  customers: v.array(
    v.object({ key: v.string(), goal: v.string(), passedRuns: v.number(), runs: v.number(), passed: v.boolean() }),
  ),
  criteria: v.array(v.object({ criterion: v.string(), count: v.number(), of: v.number() })),
})
export type ExamScores = v.InferOutput<typeof ExamScores>

const LONGEST_NAME = 200

/** Returns what is compared of an exam. `customers` and `results` are in the same order. */
export function scoresOf(
  customers: readonly SimulatedCustomer[],
  results: readonly CustomerResult[],
  { criteria }: Pick<Totals, 'criteria'>,
): ExamScores {
  return {
    customers: results.map(({ goal, passedRuns, runs, passed }, index) => ({
      key: derivedId('customer of an exam', JSON.stringify(customers[index])),
      goal: goal.slice(0, LONGEST_NAME).toWellFormed(),
      passedRuns,
      runs,
      passed,
    })),
    criteria: criteria.map(({ criterion, now: { count, of } }) => ({ criterion, count, of })),
  }
}

/**
 * Returns what is worse than in the exam before: a customer who passed and no longer does, and a criterion whose share is lower by
 * at least `dropPoints` percentage points. A customer or criterion that is new or was changed is not compared.
 */
export function dropsOf(before: ExamScores, now: ExamScores, dropPoints: number): ExamDrop[] {
  const customers = now.customers.flatMap((customer) => {
    const earlier = before.customers.find(({ key }) => key === customer.key)
    if (!earlier?.passed || customer.passed || customer.runs === 0) return []
    return [
      {
        kind: 'customer' as const,
        name: customer.goal,
        before: shareOf(earlier.passedRuns, earlier.runs),
        now: shareOf(customer.passedRuns, customer.runs),
      },
    ]
  })
  const criteria = now.criteria.flatMap(({ criterion, count, of }) => {
    const earlier = before.criteria.find((each) => each.criterion === criterion)
    if (!earlier || earlier.of === 0 || of === 0) return []
    // Whole numbers: shares of floating point would miss a drop of exactly this size.
    const isDrop = 100 * (earlier.count * of - count * earlier.of) >= dropPoints * of * earlier.of
    const name = criterion.slice(0, LONGEST_NAME).toWellFormed()
    return isDrop
      ? [{ kind: 'criterion' as const, name, before: shareOf(earlier.count, earlier.of), now: shareOf(count, of) }]
      : []
  })
  return [...customers, ...criteria]
}
