import type { TurnFailure } from '@replywright/contract/causes.ts'
import type { InboxConversation } from '@replywright/contract/dashboard/conversations.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { ApiError } from '../api/api-error.ts'
import { canAnswerNow } from './handling.ts'
import { contactName } from './name-words.ts'
import { isWindowOpen } from './window-words.ts'

/** The customers in a list who wait because their agent failed. */
export interface FailedAnswers {
  /** Those whom the agent can answer now. */
  readonly askable: readonly InboxConversation[]
  /** The number of those who can only get templates. */
  readonly closed: number
  /** The number of those to whom no agent is connected any more. */
  readonly agentless: number
  /** The number of those whom only a person can answer, because the turn of the agent has ended. */
  readonly ended: number
}

/** Whether the turn may have ended after the failure, so that the agent does not answer the messages again. It has a reason then. */
const ENDS_TURN: Readonly<Record<TurnFailure, boolean>> = {
  limit: false,
  access: false,
  refused: true,
  timeout: false,
  unusable: true,
  guardrail: true,
  down: false,
  provider: true,
  error: false,
}

/** Finds the customers who wait because their agent failed. Whether the agent really can answer, the service decides. */
export function failedAnswers(rows: readonly InboxConversation[], now: EpochMs): FailedAnswers {
  const failed = rows.filter(
    ({ waiting, takeover }) => waiting?.kind === 'failed' && !isWindowOpen(takeover.until, now),
  )
  const {
    askable = [],
    closed = [],
    agentless = [],
    ended = [],
  } = Object.groupBy(failed, (row) => {
    if (!isWindowOpen(row.window.openUntil, now)) return 'closed'
    if (!canAnswerNow(row, true, now)) return 'agentless'
    const { failure, reason } = row.waiting ?? {}
    return failure && reason && ENDS_TURN[failure] ? 'ended' : 'askable'
  })
  return { askable, closed: closed.length, agentless: agentless.length, ended: ended.length }
}

/** Returns the number of customers who wait because their agent failed. */
export function failedCount({ askable, closed, agentless, ended }: FailedAnswers): number {
  return askable.length + closed + agentless + ended
}

/** Says how many customers wait because their agent failed, and how many of them it cannot answer. `hasMore`: others wait, too. */
export function failedText(failed: FailedAnswers, hasMore: boolean): string {
  const { closed, agentless, ended } = failed
  const total = failedCount(failed)
  const of = (count: number, verb: string) => (total === 1 ? `The customer ${verb}` : `${count} of them ${verb}`)
  return [
    `${hasMore ? 'At least ' : ''}${customersText(total)} ${total === 1 ? 'waits' : 'wait'} because the agent couldn’t reply.`,
    closed > 0 && `${of(closed, 'can')} only get templates.`,
    agentless > 0 && `${of(agentless, agentless === 1 ? 'has' : 'have')} no agent.`,
    ended > 0 && `${of(ended, ended === 1 ? 'needs' : 'need')} a person.`,
  ]
    .filter(Boolean)
    .join(' ')
}

interface Refused {
  readonly id: string
  readonly name: string
  readonly reason: string
}

/** The progress of requests that agents answer customers. */
export interface AnswerRun {
  readonly total: number
  readonly asked: number
  readonly refused: readonly Refused[]
  readonly isRunning: boolean
}

const MOST_AT_ONCE = 4

/** Asks for each conversation with `ask`, four at a time. Reports the progress after each, and returns it. A refusal stops nothing. */
export async function askAll(
  rows: readonly Pick<InboxConversation, 'id' | 'contact'>[],
  ask: (id: string) => Promise<unknown>,
  onProgress: (run: AnswerRun) => void,
): Promise<AnswerRun> {
  let run: AnswerRun = { total: rows.length, asked: 0, refused: [], isRunning: true }
  const report = (change: Partial<AnswerRun>) => {
    run = { ...run, ...change }
    onProgress(run)
  }
  report({})
  const left = rows.values()
  const work = async () => {
    for (const { id, contact } of left)
      try {
        await ask(id)
        report({ asked: run.asked + 1 })
      } catch (error) {
        const reason = error instanceof ApiError ? error.message : 'Something went wrong'
        report({ refused: [...run.refused, { id, name: contactName(contact), reason }] })
      }
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work))
  return run
}

function customersText(count: number): string {
  return count === 1 ? '1 customer' : `${count} customers`
}

/** Returns the label of the button that asks for all who are listed. `hasMore`: others wait, too. */
export function askText(count: number, hasMore: boolean): string {
  if (count === 1) return 'Let the agent answer now'
  return `Let the agent answer ${hasMore ? 'these' : 'all'} ${count} now`
}

/** Returns the progress in one sentence. */
export function runText({ total, asked, refused, isRunning }: AnswerRun): string {
  const failed = refused.length === 0 ? '' : `, ${refused.length} could not be answered`
  const customers = `${asked === total ? '' : `${asked} of `}${customersText(total)}`
  return `${isRunning ? 'Asking' : 'Asked'} the agent to answer: ${customers}${failed}`
}
