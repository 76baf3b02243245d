import * as v from 'valibot'
import { CAUSES } from '../causes.ts'
import { endpoint } from '../endpoint.ts'
import { DateTime, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** The periods of statistics: their hours, and the hours of each point of the chart. */
export const PERIODS = {
  '24h': { hours: 24, step: 1 },
  '7d': { hours: 168, step: 6 },
  '30d': { hours: 720, step: 24 },
} as const
export type Period = keyof typeof PERIODS

export const PeriodQuery = v.object({
  period: v.pipe(
    v.optional(v.picklist(['24h', '7d', '30d']), '24h'),
    v.description('Whole hours and the current one.'),
  ),
})

/** Fewer values have no percentiles: single ones would decide them. */
export const LEAST_SAMPLES = 20

const Count = v.pipe(v.number(), v.integer())
const Latency = v.pipe(
  v.nullable(v.number()),
  v.description('Milliseconds until the response, estimated from a histogram; null with fewer than 20 responses.'),
)

/** Deliveries by their current result. Test events are not included. */
const results = {
  delivered: Count,
  failed: Count,
  pending: Count,
  successRate: v.pipe(
    v.nullable(v.number()),
    v.description('Share of the finished deliveries that were sent and succeeded, 0 to 1; null if none is finished.'),
  ),
  p50: Latency,
  p95: Latency,
}

export const Statistics = v.object({
  since: v.pipe(DateTime, v.description('Start of the first hour.')),
  ...results,
  causes: v.pipe(
    v.array(v.object({ cause: v.picklist(CAUSES), count: Count })),
    v.description('Failed deliveries by cause, most frequent first.'),
  ),
  points: v.pipe(
    v.array(v.object({ start: DateTime, ...results })),
    v.description('The period in steps of 1, 6 or 24 hours, oldest first, by the time of the event.'),
  ),
})
export type Statistics = v.InferOutput<typeof Statistics>

export const WebhookResults = v.object({
  id: Uuid,
  name: v.string(),
  enabled: v.boolean(),
  deleted: v.boolean(),
  ...results,
})
export type WebhookResults = v.InferOutput<typeof WebhookResults>

export const getWebhookStatistics = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/statistics/',
  query: PeriodQuery,
  response: Statistics,
})
