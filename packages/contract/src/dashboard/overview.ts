import * as v from 'valibot'
import { TURN_FAILURES } from '../causes.ts'
import { endpoint } from '../endpoint.ts'
import { DateTime, None, Uuid } from '../fields.ts'
import { UnhealthyNumber } from '../number-health.ts'
import { InboxConversation } from './conversations.ts'
import { forBrowsers } from './fields.ts'
import { PeriodQuery, Statistics, WebhookResults } from './statistics.ts'

const Count = v.pipe(v.number(), v.integer())

/** The overview of an organisation: what needs attention. */
export const Overview = v.object({
  webhooks: v.object({
    total: Count,
    needAttention: v.array(
      v.object({
        id: Uuid,
        name: v.string(),
        reason: v.pipe(
          v.picklist(['disabled_by_failures', 'failing']),
          v.description('`failing`: its latest deliveries failed in a row.'),
        ),
        consecutiveFailures: Count,
        since: v.pipe(v.nullable(DateTime), v.description('When it was disabled.')),
      }),
    ),
  }),
  deliveries: v.object({
    ...Statistics.entries,
    webhooks: v.pipe(
      v.array(WebhookResults),
      v.description('Webhooks with deliveries in the period, most failures first.'),
    ),
  }),
  conversations: v.object({
    needHuman: v.pipe(v.array(InboxConversation), v.description('Those that wait longest first, at most 10.')),
    more: v.boolean(),
  }),
  numbers: v.object({
    unrouted: v.pipe(
      v.array(v.string()),
      v.description('Digits of the numbers that only store messages, without the sandbox number. At most 10.'),
    ),
    unhealthy: v.pipe(
      v.array(UnhealthyNumber),
      v.description('Numbers with problems at the messaging provider, the worst first. At most 10.'),
    ),
  }),
  documents: v.object({
    inError: v.pipe(
      v.array(
        v.object({
          agentId: Uuid,
          agentName: v.string(),
          id: Uuid,
          name: v.string(),
          status: v.picklist(['partial', 'error']),
          problem: v.string(),
        }),
      ),
      v.description('Those that could not be read, or not completely. At most 10, of the newest agents.'),
    ),
  }),
  tools: v.object({
    withProblem: v.pipe(
      v.array(v.object({ agentId: Uuid, agentName: v.string(), count: Count })),
      v.description(
        'The newest agents with active tools that are incomplete or have fields without effect. At most 10.',
      ),
    ),
  }),
  connectors: v.object({
    changed: v.pipe(
      v.array(v.object({ id: Uuid, name: v.string(), toolsWaiting: Count })),
      v.description('Connectors whose servers have tools that wait for an approval. At most 10.'),
    ),
  }),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/overview/',
  query: PeriodQuery,
  response: Overview,
})

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

/** The steps of a new organisation after it has a name, in their order. */
export const FIRST_STEPS = ['agent', 'trial', 'number', 'routing', 'reply', 'endpoint', 'api_key', 'delivery'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const FirstSteps = v.object({
  steps: v.pipe(
    v.array(v.object({ step: v.picklist(FIRST_STEPS), done: v.boolean() })),
    v.description('In the order in which they are done. A step that was done once stays done.'),
  ),
  dismissed: v.pipe(v.boolean(), v.description('Whether the user has hidden the steps.')),
})
export type FirstSteps = v.InferOutput<typeof FirstSteps>

export const getFirstSteps = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/first-steps/',
  response: FirstSteps,
})

export const dismissFirstSteps = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/first-steps/dismiss/',
  role: 'viewer',
  body: None,
  bodyOptional: true,
})
