import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'
import { PeriodQuery } from './statistics.ts'
import { TURN_FAILURES } from './turn-failures.ts'

export const HandledConversation = v.object({
  id: Uuid,
  contact: v.pipe(v.string(), v.description('The name of the customer, or else the number.')),
  agentId: Uuid,
  agentName: v.pipe(v.string(), v.description('Empty if the agent was deleted.')),
  handledBy: v.pipe(
    v.picklist(['agent', 'asked', 'failed', 'person']),
    v.description(
      '`agent`: no person was needed. `asked`: the agent asked for a person. `failed`: the agent could not reply. `person`: a person took over unasked.',
    ),
  ),
  reason: v.pipe(v.string(), v.description('Why a person was needed; empty if none was, or it is not known.')),
  failure: v.pipe(
    v.nullable(v.picklist(TURN_FAILURES)),
    v.description('Why the last turn failed that failed in the period; null if none did.'),
  ),
  firstAnswerMs: v.pipe(
    v.nullable(v.number()),
    v.description(
      "Milliseconds from the customer's first message of the session to the first reply of an agent; null if it was before the period.",
    ),
  ),
  usd: v.pipe(v.number(), v.description('The price of the agents since the start of the conversation.')),
  lastMessageAt: DateTime,
})
export type HandledConversation = v.InferOutput<typeof HandledConversation>

export const Handling = v.object({
  since: DateTime,
  conversations: v.pipe(
    v.array(HandledConversation),
    v.description('Conversations in which an agent replied or failed, the latest first, without the sandbox number.'),
  ),
  hasMore: v.pipe(v.boolean(), v.description('Whether older ones in the period are missing.')),
})
export type Handling = v.InferOutput<typeof Handling>

/** Who handled the conversations of a period. */
export const getHandling = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/handling/',
  query: PeriodQuery,
  response: Handling,
})
