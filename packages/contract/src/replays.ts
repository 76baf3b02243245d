import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { EventName } from './envelope.ts'
import { DateTime, IdParams, Moment, Uuid } from './fields.ts'

export const Replay = v.pipe(
  v.object({
    id: Uuid,
    webhookId: Uuid,
    since: v.pipe(DateTime, v.description('Start of the time range: deliveries that failed at this time or later.')),
    until: v.pipe(DateTime, v.description('End of the time range: at the latest the start of the replay.')),
    event: v.pipe(v.nullable(EventName), v.description('The event of the deliveries; null for all events.')),
    status: v.picklist(['running', 'done', 'cancelled']),
    cancelReason: v.pipe(
      v.nullable(v.picklist(['requested', 'webhook_disabled'])),
      v.description('Why it was cancelled: by a user, or because the webhook was disabled or deleted.'),
    ),
    total: v.pipe(
      v.number(),
      v.integer(),
      v.description('The number of deliveries at the start; 10,000 means 10,000 or more.'),
    ),
    replayed: v.pipe(v.number(), v.integer(), v.description('The number of copies made so far.')),
    delivered: v.pipe(
      v.nullable(v.pipe(v.number(), v.integer())),
      v.description(
        'The copies that were delivered. About 20 seconds behind. Null if the results are not counted: test events, and replays that version 1.0 started.',
      ),
    ),
    failed: v.pipe(
      v.nullable(v.pipe(v.number(), v.integer())),
      v.description(
        'The copies that failed. The others are pending: they are retried, or not counted yet. Null as `delivered`.',
      ),
    ),
    startedAt: DateTime,
    updatedAt: DateTime,
    finishedAt: v.nullable(DateTime),
  }),
  v.description('A bulk replay of the failed deliveries of a webhook that were not replayed yet.'),
)
export type Replay = v.InferOutput<typeof Replay>

/** The failed deliveries to replay. */
export const FailedRange = v.object({
  since: v.pipe(Moment, v.description('Inclusive start of the failures.')),
  until: v.pipe(v.optional(Moment), v.description('Inclusive end of the failures, at the latest the current time.')),
  event: v.pipe(v.optional(EventName), v.description('Only this event. Without it, all events but `test.ping`.')),
})

export const BulkReplay = v.pipe(
  v.object({
    webhooks: v.array(
      v.object({
        webhookId: Uuid,
        webhookName: v.string(),
        count: v.pipe(
          v.number(),
          v.integer(),
          v.description('Deliveries to replay. At most 10,000 are counted for all webhooks, an equal share for each.'),
        ),
        orMore: v.pipe(v.boolean(), v.description('Whether there may be more than were counted.')),
        refusal: v.pipe(
          v.nullable(v.picklist(['disabled', 'running'])),
          v.description('Why nothing is replayed: the webhook is disabled, or another replay is running.'),
        ),
        replay: v.pipe(v.nullable(Replay), v.description('The started replay; null with `dryRun` or a refusal.')),
      }),
    ),
  }),
  v.description('The webhooks with failed deliveries in the range.'),
)
export type BulkReplay = v.InferOutput<typeof BulkReplay>

export const BulkReplayInput = v.pipe(
  v.object({
    ...FailedRange.entries,
    webhookId: v.pipe(v.optional(Uuid), v.description('Without it, all webhooks.')),
    dryRun: v.pipe(v.optional(v.boolean(), false), v.description('Whether to count the deliveries only.')),
  }),
  v.description('The failed deliveries to replay.'),
)

export const replayFailed = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-deliveries/replay/',
  tag: 'Webhook deliveries',
  summary: 'Replay failed deliveries',
  description:
    'Starts a bulk replay of each webhook with failed deliveries in the range, or only counts them with `dryRun`. A replay sends a new copy of each delivery that failed in the range and was not replayed yet, about 25 per second, oldest failure first. It runs in the background: get the replay of the webhook by its id to follow its progress. A webhook that is disabled, or whose replay is running, has a `refusal` instead.',
  body: BulkReplayInput,
  response: BulkReplay,
  errors: [400, 409],
  audit: { action: 'replay', object: 'delivery' },
})

export const getReplay = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks/{id}/replays/{replayId}/',
  tag: 'Webhooks',
  summary: 'Get the progress of a bulk replay',
  description:
    'A replay ends with the status `done` or `cancelled`. It is kept for 30 days. `delivered` and `failed` are its results so far: copies can be retried after it has ended.',
  params: v.object({ id: IdParams.entries.id, replayId: IdParams.entries.id }),
  response: Replay,
  errors: [404],
})
