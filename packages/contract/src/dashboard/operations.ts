import * as v from 'valibot'
import { CAUSES, DELIVERY_STATUSES } from '../causes.ts'
import { endpoint } from '../endpoint.ts'
import { DateTime } from '../fields.ts'
import { forBrowsers } from './fields.ts'

const Count = v.pipe(v.number(), v.integer())

/** The current state of a queue. Counts of SQS are approximate. */
export const Queue = v.object({
  name: v.string(),
  kind: v.picklist(['work', 'dead-letter']),
  waiting: Count,
  inFlight: v.pipe(Count, v.description('Received and not yet deleted or released.')),
  delayed: v.pipe(Count, v.description('Not yet available to receive.')),
  oldestAgeSeconds: v.pipe(
    v.nullable(v.number()),
    v.description('Age of the oldest message, a few minutes out of date. Null if it is unknown or the queue is empty.'),
  ),
  redrivesTo: v.pipe(v.nullable(v.string()), v.description('The work queue to which messages are redriven, or null.')),
})
export type Queue = v.InferOutput<typeof Queue>

const Values = v.array(v.nullable(v.number()))

/** Depth and age of every queue over the last 24 hours, from CloudWatch. Null means no data. */
export const QueueHistory = v.object({
  from: v.pipe(DateTime, v.description('Start of the first period.')),
  periodSeconds: Count,
  queues: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(['work', 'dead-letter']),
      waiting: v.pipe(Values, v.description('The highest number of waiting messages in each period.')),
      oldestAgeSeconds: v.pipe(Values, v.description('The highest age of the oldest message in each period.')),
    }),
  ),
})
export type QueueHistory = v.InferOutput<typeof QueueHistory>

/** A step of a reconciliation. */
export const ReconcileStep = v.object({
  cursor: v.pipe(v.nullable(v.string()), v.description('The cursor of the next step; null after the last one.')),
  scanned: v.pipe(Count, v.description('Items that this step read.')),
  readUnits: v.number(),
  overdue: v.pipe(v.record(v.string(), Count), v.description('Overdue messages that this step found, by kind.')),
})
export type ReconcileStep = v.InferOutput<typeof ReconcileStep>

/** The checks of the deployment that the dashboard can run. */
export const CHECKS = ['table', 'provider', 'alarms', 'dead-letters', 'queues'] as const

/** A result of a check. `unknown`: the check could not run. */
export const Finding = v.object({
  state: v.picklist(['ok', 'warning', 'fails', 'unknown', 'not_applicable']),
  tells: v.string(),
  remedy: v.pipe(v.nullable(v.string()), v.description('What to do, with the exact command if possible.')),
})
export type Finding = v.InferOutput<typeof Finding>

/** A message of a dead-letter queue. */
export const DeadLetter = v.object({
  messageId: v.string(),
  sentAt: DateTime,
  body: v.string(),
  delivery: v.pipe(
    v.nullable(
      v.object({
        id: v.string(),
        organizationId: v.string(),
        webhookId: v.string(),
        webhookName: v.nullable(v.string()),
        status: v.pipe(
          v.nullable(v.picklist(DELIVERY_STATUSES)),
          v.description('Null if the delivery no longer exists.'),
        ),
        cause: v.nullable(v.picklist(CAUSES)),
        attemptCount: v.nullable(v.number()),
        isReplayed: v.pipe(
          v.boolean(),
          v.description('Whether its organisation has replayed it, so that a redrive repeats it.'),
        ),
      }),
    ),
    v.description('The delivery of the message; null if it has no delivery.'),
  ),
})
export type DeadLetter = v.InferOutput<typeof DeadLetter>

/** The redrive of a whole queue. */
export const Redrive = v.object({
  status: v.picklist(['none', 'running', 'done', 'cancelled', 'failed']),
  moved: Count,
  total: Count,
  failure: v.nullable(v.string()),
})
export type Redrive = v.InferOutput<typeof Redrive>

export const Alarm = v.object({
  name: v.string(),
  description: v.string(),
  state: v.picklist(['ok', 'alarm', 'insufficient_data']),
  reason: v.string(),
  since: v.nullable(DateTime),
})
export type Alarm = v.InferOutput<typeof Alarm>

const QueueParams = v.object({ queue: v.string() })
/** Maximum number of messages that a list shows and a request redrives. */
export const SHOWN_LETTERS = 50
const MessageIds = v.pipe(
  v.array(v.string()),
  v.minLength(1, 'must not be empty'),
  v.maxLength(SHOWN_LETTERS, `must have at most ${SHOWN_LETTERS} items`),
  v.description('Only the messages with these ids.'),
)
const SomeMessages = v.object({
  messageId: v.pipe(v.optional(v.string()), v.description('Only the message with this id. Defaults to all messages.')),
  messageIds: v.optional(MessageIds),
})

const operations = { ...forBrowsers, group: 'operators' } as const
const ofQueue = { ...operations, params: QueueParams } as const

export const listQueues = endpoint({
  ...operations,
  method: 'GET',
  path: '/dashboard-api/v1/operations/queues/',
  response: v.array(Queue),
})

export const listDeadLetters = endpoint({
  ...ofQueue,
  method: 'GET',
  path: '/dashboard-api/v1/operations/queues/{queue}/messages/',
  response: v.object({
    messages: v.array(DeadLetter),
    more: v.pipe(v.boolean(), v.description('Whether the queue may hold more.')),
  }),
  audit: { action: 'read', object: 'queue', param: 'queue' },
})

export const redriveDeadLetters = endpoint({
  ...ofQueue,
  method: 'POST',
  path: '/dashboard-api/v1/operations/queues/{queue}/redrive/',
  body: SomeMessages,
  bodyOptional: true,
  response: v.object({
    moved: v.pipe(
      v.nullable(Count),
      v.description('Null: SQS moves the messages in the background. Get the redrive to see its progress.'),
    ),
  }),
  audit: { action: 'redrive', object: 'queue', param: 'queue' },
})

export const getRedrive = endpoint({
  ...ofQueue,
  method: 'GET',
  path: '/dashboard-api/v1/operations/queues/{queue}/redrive/',
  response: Redrive,
})

export const purgeDeadLetters = endpoint({
  ...ofQueue,
  method: 'POST',
  path: '/dashboard-api/v1/operations/queues/{queue}/purge/',
  body: v.union(
    [
      v.object({ messageIds: MessageIds }),
      v.object({
        count: v.pipe(
          v.number(),
          v.integer('must be a whole number'),
          v.minValue(1, 'must be at least 1'),
          v.description('Number of messages to delete: the number you were shown, so that newer messages are kept.'),
        ),
      }),
    ],
    'must have messageIds or count',
  ),
  response: v.object({
    purged: Count,
    more: v.pipe(v.boolean(), v.description('Whether messages are left because the time was over. Purge again.')),
  }),
  audit: { action: 'purge', object: 'queue', param: 'queue' },
})

export const listAlarms = endpoint({
  ...operations,
  method: 'GET',
  path: '/dashboard-api/v1/operations/alarms/',
  response: v.array(Alarm),
})

export const getQueueHistory = endpoint({
  ...operations,
  method: 'GET',
  path: '/dashboard-api/v1/operations/queue-history/',
  response: QueueHistory,
})

export const reconcileStep = endpoint({
  ...operations,
  method: 'POST',
  path: '/dashboard-api/v1/operations/reconcile/',
  body: v.object({
    cursor: v.pipe(v.optional(v.string()), v.description('The cursor of the previous step. Omit it in the first one.')),
    dryRun: v.pipe(v.optional(v.boolean()), v.description('Find messages without sending them.')),
  }),
  bodyOptional: true,
  response: ReconcileStep,
  audit: { action: 'reconcile', object: 'queue' },
})

export const runCheck = endpoint({
  ...operations,
  method: 'GET',
  path: '/dashboard-api/v1/operations/checks/{check}/',
  params: v.object({ check: v.string() }),
  response: v.array(Finding),
})
