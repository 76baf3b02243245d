import * as v from 'valibot'
import { Share } from './share-of.ts'

/** What was worse than in the exam before. */
export const ExamDrop = v.pipe(
  v.object({
    kind: v.picklist(['customer', 'criterion']),
    name: v.pipe(v.string(), v.description('The goal of the customer, or the criterion.')),
    before: v.pipe(Share, v.description('Runs that passed, or conversations that met it, in the last exam.')),
    now: Share,
  }),
  v.description('What was worse than in the exam before: a customer who no longer passes, or a criterion.'),
)
export type ExamDrop = v.InferOutput<typeof ExamDrop>
