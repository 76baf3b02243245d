import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { EventName } from '../envelope.ts'
import { DateTime, None, Uuid } from '../fields.ts'
import { forBrowsers, Moment } from './fields.ts'

/** A bulk replay of the failed deliveries of a webhook that were not replayed yet. */
export const Replay = v.object({
  id: Uuid,
  webhookId: Uuid,
  since: v.pipe(DateTime, v.description('Start of the time range: deliveries that failed at this time or later.')),
  until: v.pipe(DateTime, v.description('End of the time range: at the latest the start of the replay.')),
  event: v.pipe(v.nullable(EventName), v.description('The event of the deliveries; null for all events.')),
  status: v.picklist(['running', 'done', 'cancelled']),
  cancelReason: v.nullable(v.picklist(['requested', 'webhook_disabled'])),
  total: v.pipe(v.number(), v.integer(), v.description('10,000 means 10,000 or more.')),
  replayed: v.pipe(v.number(), v.integer()),
  startedAt: DateTime,
  updatedAt: DateTime,
  finishedAt: v.nullable(DateTime),
})
export type Replay = v.InferOutput<typeof Replay>

/** The failed deliveries to replay. */
const RangeQuery = {
  since: v.pipe(Moment, v.description('Inclusive start of the failures.')),
  until: v.pipe(v.optional(Moment), v.description('Inclusive end of the failures, at the latest the current time.')),
  event: v.optional(EventName),
}

const ReplayParams = v.object({ id: v.string(), replayId: v.string() })

const replays = { ...forBrowsers, tag: 'Replays' } as const

export const countReplay = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/failed-count/',
  summary: 'Count the deliveries that a bulk replay would send',
  query: v.object(RangeQuery),
  response: v.object({
    count: v.pipe(v.number(), v.integer()),
    orMore: v.pipe(v.boolean(), v.description('Whether there are more than were counted.')),
  }),
  errors: [400, 404],
})

export const listReplays = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/replays/',
  summary: "List a webhook's bulk replays, newest first: at most 50",
  response: v.array(Replay),
  errors: [404],
})

export const startReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/',
  summary: 'Start a bulk replay; 409 while another one is running or the webhook is disabled',
  body: v.object(RangeQuery),
  status: 201,
  response: Replay,
  errors: [400, 404, 409],
  audit: { action: 'replay', object: 'webhook' },
})

export const getReplay = endpoint({
  ...replays,
  method: 'GET',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/',
  summary: 'Get the progress of a bulk replay',
  params: ReplayParams,
  response: Replay,
  errors: [404],
})

export const cancelReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/webhooks/{id}/replays/{replayId}/cancel/',
  summary: 'Cancel a bulk replay; no effect on a finished one',
  params: ReplayParams,
  body: None,
  bodyOptional: true,
  response: Replay,
  errors: [404],
  audit: { action: 'cancel_replay', object: 'webhook' },
})

export const BulkReplay = v.object({
  webhooks: v.array(
    v.object({
      webhookId: Uuid,
      webhookName: v.string(),
      count: v.pipe(v.number(), v.integer(), v.description('Deliveries to replay; 10,000 means 10,000 or more.')),
      refusal: v.pipe(
        v.nullable(v.picklist(['disabled', 'running'])),
        v.description('Why nothing is replayed: the webhook is disabled, or another replay is running.'),
      ),
      replay: v.pipe(v.nullable(Replay), v.description('The started replay; null with `dryRun` or a refusal.')),
    }),
  ),
})
export type BulkReplay = v.InferOutput<typeof BulkReplay>

export const bulkReplay = endpoint({
  ...replays,
  method: 'POST',
  path: '/dashboard-api/v1/replays/',
  summary: 'Replay the failed deliveries of one webhook or of all, or count them with `dryRun`',
  body: v.object({
    ...RangeQuery,
    webhookId: v.pipe(v.optional(Uuid), v.description('Without it, all webhooks.')),
    dryRun: v.pipe(v.boolean(), v.description('Whether to count the deliveries only.')),
  }),
  response: BulkReplay,
  errors: [400],
  audit: { action: 'replay', object: 'delivery' },
})
