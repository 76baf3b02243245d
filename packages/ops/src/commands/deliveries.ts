import { setTimeout } from 'node:timers/promises'
import { DELIVERY_STATUSES } from '@replywright/contract/causes.ts'
import { EVENT_NAMES } from '@replywright/contract/envelope.ts'
import { getDelivery } from '@replywright/core/deliveries/get-delivery.ts'
import { listDeliveries as readDeliveries } from '@replywright/core/deliveries/list-deliveries.ts'
import { cancelReplay, countFailed, getReplay, startReplay } from '@replywright/core/deliveries/replays/replays.ts'
import { replayDelivery } from '@replywright/core/deliveries/request-delivery.ts'
import { listWebhooks, type WebhookItem } from '@replywright/core/deliveries/webhooks/webhook-entity.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import type { Input, Session } from '../command.ts'
import { invalidOption, readLimit, readTime, readWord } from '../read-options.ts'
import { fieldLines, fieldsReport, type Report, type Screen, section, tableReport, textLines } from '../report.ts'
import { count, showJson, showTime } from '../show.ts'
import { tableLines } from '../terminal/table.ts'
import { inline, type Style } from '../terminal/text.ts'

type DeliveryItem = Awaited<ReturnType<typeof getDelivery>>['delivery']
type AttemptRecord = NonNullable<DeliveryItem['attempts']>[number]

const DEFAULT_LIMIT = '50'

export async function listDeliveries(input: Input, { now }: Session): Promise<Report> {
  const { organization = '', webhook, status, event, since, limit = DEFAULT_LIMIT, cursor } = input
  const query = {
    webhookId: webhook,
    status: status === undefined ? undefined : readWord('status', status, DELIVERY_STATUSES),
    event: event === undefined ? undefined : readWord('event', event, EVENT_NAMES),
    since: since === undefined ? undefined : readTime('since', since, now),
    limit: readLimit(limit),
    cursor,
  }
  const webhooks = new Map((await listWebhooks(organization)).map(({ id, name }) => [id, name]))
  if (webhooks.size === 0)
    throw new Error(
      `Organisation ${organization} has no webhooks, or does not exist: npm run ops -- organizations list`,
    )
  if (webhook !== undefined && !webhooks.has(webhook))
    throw new Error(`The organisation has no webhook ${webhook}: npm run ops -- webhooks list --organization …`)
  const { items, nextCursor } = await readDeliveries(organization, query, now)
  return tableReport({
    rows: items,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'CREATED (UTC)', of: ({ createdAt }) => showTime(createdAt), whole: true },
      { title: 'STATUS', of: (delivery) => delivery.status, style: statusStyle },
      { title: 'CAUSE', of: ({ cause }) => cause },
      { title: 'ATTEMPTS', of: ({ attemptCount }) => attemptCount, right: true },
      { title: 'EVENT', of: (delivery) => delivery.event },
      { title: 'WEBHOOK', of: ({ webhookId }) => webhooks.get(webhookId) },
      { title: 'NEXT ATTEMPT (UTC)', of: ({ nextAttemptAt }) => showTime(nextAttemptAt) },
    ],
    json: {
      deliveries: items.map((delivery) => ({
        ...deliveryJson(delivery),
        webhookName: webhooks.get(delivery.webhookId) ?? '',
      })),
      nextCursor,
    },
    empty: 'No matching deliveries.',
    notes: nextCursor === null ? [] : ['', `Next page: --cursor ${nextCursor}`],
  })
}

export async function showDelivery({ organization = '', id = '' }: Input, { now }: Session): Promise<Report> {
  try {
    const { delivery, webhook, payload } = await getDelivery(organization, id, now)
    return {
      json: { ...wholeDeliveryJson(delivery), webhookName: webhook.name, url: webhook.url, payload },
      lines: (screen) => [
        ...deliveryLines(delivery, webhook, screen),
        ...section('Payload', textLines(showJson(payload)), screen),
      ],
    }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found')
      throw new Error(
        `Organisation ${organization} has no delivery ${id}. It belongs to another organisation, or has expired.`,
        { cause: error },
      )
    throw error
  }
}

export async function replayDeliveries(input: Input, session: Session): Promise<Report> {
  const { organization: organizationId = '', id, webhook: webhookId, since } = input
  const isDryRun = session.flags.has('dry-run')
  if (id !== undefined && webhookId === undefined && since === undefined && !isDryRun)
    return await replayOne(organizationId, id, session)
  if (id !== undefined || webhookId === undefined || since === undefined)
    throw invalidOption(
      'Use --id for one delivery, or --webhook and --since, if needed with --dry-run, for all failed deliveries of a webhook.',
    )
  return await replayFailed({ organizationId, webhookId, since: readTime('since', since, session.now) }, session)
}

async function replayOne(organizationId: string, id: string, { now }: Session): Promise<Report> {
  const { id: copy, originId, webhookId, event } = await replayDelivery(organizationId, id, now)
  return fieldsReport({ delivery: copy, replayOf: originId, webhook: webhookId, event })
}

type ReplayItem = Awaited<ReturnType<typeof getReplay>>

/** A step of a replay takes about a second. */
const PAUSE_MILLISECONDS = 500

interface Failures {
  readonly organizationId: string
  readonly webhookId: string
  /** In milliseconds. */
  readonly since: number
}

/** Replays the deliveries of a webhook that failed since a time. With `--dry-run`, only counts them. */
async function replayFailed(failures: Failures, session: Session): Promise<Report> {
  const { organizationId, webhookId, since } = failures
  const { count: failed, orMore } = await countFailed(organizationId, webhookId, { since }, session.now)
  const many = `${orMore ? 'at least ' : ''}${count(failed, 'failed delivery', 'failed deliveries')}`
  if (session.flags.has('dry-run') || failed === 0)
    return { json: { failed, replayed: 0 }, lines: () => [`${many} to replay.`] }
  await session.confirm(`Replay ${many}, about 25 per second?`)
  const replay = await watch(await startReplay(organizationId, webhookId, { since }, session.clock()), session)
  return {
    json: { failed, id: replay.id, status: replay.status, replayed: replay.replayed },
    lines: () => [
      `${count(replay.replayed, 'delivery', 'deliveries')} replayed.${replay.status === 'cancelled' ? ` ${whyCancelled(replay)}` : ''}`,
    ],
  }
}

function whyCancelled({ cancelReason }: ReplayItem): string {
  if (cancelReason === 'webhook_disabled')
    return 'The webhook was disabled after too many failures. Fix the endpoint, enable the webhook, and replay the rest.'
  return 'Cancelled. The other deliveries were not replayed.'
}

/** Shows the progress of a replay until it ends. Ctrl-C cancels it. */
async function watch(started: ReplayItem, session: Session): Promise<ReplayItem> {
  const { organizationId, webhookId, id } = started
  const interrupted = session.interrupted()
  const progress = session.progress('Deliveries replayed')
  let replay = started
  while (replay.status === 'running') {
    await setTimeout(PAUSE_MILLISECONDS, undefined, { signal: interrupted }).catch(() => {})
    const look = interrupted.aborted ? cancelReplay : getReplay
    replay = await look(organizationId, webhookId, id, session.clock())
    progress.update(replay.replayed, replay.total)
  }
  progress.end()
  return replay
}

const isoTime = (milliseconds: number | undefined) =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString()

/** Returns a delivery as JSON. Times are ISO 8601. Missing values are null. */
export function deliveryJson(delivery: DeliveryItem) {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    event: delivery.event,
    status: delivery.status,
    cause: delivery.cause ?? null,
    exhausted: delivery.exhausted ?? false,
    attemptCount: delivery.attemptCount,
    originId: delivery.originId ?? null,
    replayedAs: delivery.replayedAs ?? null,
    createdAt: isoTime(delivery.createdAt),
    nextAttemptAt: isoTime(delivery.nextAttemptAt),
    finishedAt: isoTime(delivery.finishedAt),
  }
}

/** Returns a delivery as JSON with all attempts. */
export function wholeDeliveryJson(delivery: DeliveryItem) {
  return {
    ...deliveryJson(delivery),
    attempts: (delivery.attempts ?? []).map(({ at, durationMs, status, cause, headers, body, bodyCut, bodyLate }) => ({
      at: isoTime(at),
      durationMs,
      status: status ?? null,
      cause: cause ?? null,
      headers: headers ?? {},
      body: body ?? '',
      bodyCut: bodyCut ?? false,
      bodyLate: bodyLate ?? false,
    })),
  }
}

function statusStyle({ status }: Pick<DeliveryItem, 'status'>): Style {
  return ({ delivered: 'green', failed: 'red', pending: 'yellow' } as const)[status]
}

/** Returns a delivery as lines of text, with all attempts. */
export function deliveryLines(delivery: DeliveryItem, webhook: WebhookItem | undefined, screen: Screen): string[] {
  const { attempts = [], attemptCount } = delivery
  const dropped = attemptCount - attempts.length
  return [
    ...fieldLines({
      id: delivery.id,
      status: delivery.status,
      cause: delivery.cause,
      event: delivery.event,
      webhook: `${delivery.webhookId}${webhook ? `  ${webhook.name}` : ''}`,
      url: webhook && `${webhook.url}${webhook.enabled ? '' : '  (disabled)'}`,
      'replay of': delivery.originId,
      'replayed as': delivery.replayedAs,
      created: showTime(delivery.createdAt),
      'next attempt': showTime(delivery.nextAttemptAt),
      finished: showTime(delivery.finishedAt),
    }),
    ...section('Attempts', attempts.length === 0 ? [] : attemptTable(attempts, dropped, screen), screen),
    ...attempts.flatMap((attempt, index) => section(`Response ${dropped + index + 1}`, responseLines(attempt), screen)),
  ]
}

function attemptTable(attempts: readonly AttemptRecord[], dropped: number, screen: Screen): string[] {
  return tableLines(
    [
      { title: '#', of: (attempt) => dropped + attempts.indexOf(attempt) + 1, right: true, whole: true },
      { title: 'AT (UTC)', of: ({ at }) => showTime(at), whole: true },
      { title: 'STATUS', of: ({ status }) => status, right: true },
      { title: 'MS', of: ({ durationMs }) => durationMs, right: true },
      { title: 'CAUSE', of: ({ cause }) => cause, style: ({ cause }) => (cause ? 'red' : undefined) },
    ],
    attempts,
    screen,
  )
}

function responseLines({ headers = {}, body, bodyCut, bodyLate }: AttemptRecord): string[] {
  const named = Object.entries(headers).map(([name, value]) => `  ${inline(`${name}: ${value}`)}`)
  return [
    ...named,
    ...(body ? textLines(showJson(body)) : []),
    ...(bodyCut ? ['  … (truncated)'] : []),
    ...(bodyLate ? ['  The body was incomplete at the timeout.'] : []),
  ]
}
