import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
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
  }),
  documents: v.object({
    inError: v.pipe(
      v.array(v.object({ agentId: Uuid, agentName: v.string(), id: Uuid, name: v.string(), problem: v.string() })),
      v.description('At most 10, of the newest agents.'),
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
