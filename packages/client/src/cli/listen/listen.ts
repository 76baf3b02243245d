import { ApiError } from '../../errors.ts'
import { explainApiError } from '../api-options.ts'
import { CliError, type Io } from '../io.ts'
import { type Api, createApi, type Delivery, isServerError, type Webhook } from './api.ts'
import { Follower } from './follower.ts'
import { forward } from './forward.ts'
import type { Inbox, Listed } from './inbox.ts'
import { clockTime, deliveryJson, deliveryLine, isAccepted, summaryLine, type Tally } from './line.ts'
import type { ListenOptions } from './options.ts'
import { type Forwardable, requestHeaders, type SignedRequest } from './request-headers.ts'

const ACTIVE_POLL_MS = 2_000
const IDLE_POLL_MS = 5_000
/** How long after a delivery the next one is expected soon. */
const ACTIVE_MS = 60_000
const REPLAY_POLL_MS = 1_000
/** More deliveries than these are forwarded concurrently, and the lines are then in any order. */
const MOST_IN_ORDER = 25
const CONCURRENT = 8

const HINTS: Readonly<Record<NonNullable<SignedRequest['note']>, string>> = {
  unsigned:
    'This delivery was never sent, so it has no signature (for example because the webhook was disabled). To sign it, use --secret <signing secret>.',
  'secret rotated':
    'The signing secret was rotated after this delivery, so its signature is not known. To sign it, use --secret <signing secret>.',
  'old signature':
    'The signature of this delivery is older than 5 minutes, so receivers reject it. To sign it now, use --secret <signing secret>.',
}

/** Forwards deliveries until the signal is aborted. Returns the exit code. @throws CliError */
export async function listen(options: ListenOptions, process: Io): Promise<number> {
  const io = options.json ? { ...process, out: process.err } : process
  const run = createRun(options, io, process.out)
  try {
    return options.webhookId === undefined && options.replayId !== undefined
      ? await forwardReplay(run, options.replayId)
      : await follow(run, await requireWebhook(run.api, options.webhookId))
  } catch (error) {
    if (!io.signal.aborted) throw explainApiError(error, options)
    io.out(summaryLine(run.tally))
    return 0
  }
}

/** @param print prints a forwarded delivery */
function createRun(options: ListenOptions, io: Io, print: Io['out']) {
  const tally: Tally = { accepted: 0, rejected: 0, unanswered: 0 }
  return { options, io, print, tally, api: createApi(options, io), hinted: new Set<string>() }
}
type Run = ReturnType<typeof createRun>

/** @throws CliError with a list of the webhooks if there is no such webhook */
async function requireWebhook(api: Api, id: string | undefined): Promise<Webhook> {
  try {
    if (id !== undefined) return await api.getWebhook(id)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  const webhooks = await api.listWebhooks()
  const problem = id === undefined ? '--webhook <id> is missing.' : `There is no webhook ${id}.`
  if (webhooks.length === 0) throw new CliError(`${problem} Create a webhook in the dashboard first.`)
  const lines = webhooks.map(({ id, name, url, enabled }) => `  ${id}  ${name}  ${url}${enabled ? '' : '  (disabled)'}`)
  throw new CliError([`${problem} The webhooks are:`, ...lines].join('\n'), id === undefined ? 2 : 1)
}

async function follow(run: Run, webhook: Webhook): Promise<never> {
  const { options, io, api } = run
  const { now, sleep } = io.timing
  const follower = new Follower((since, cursor) => api.listDeliveries(webhook.id, since, cursor), now())
  await follower.start(options.sinceMs)
  io.out(`Listening to "${webhook.name}" at ${options.baseUrl}, forwarding to ${options.forwardTo}. Ctrl-C ends.`)
  if (webhook.url === '' && options.secret === undefined)
    io.out('The webhook has no URL, so its deliveries have no signature. To sign them, use --secret <signing secret>.')
  if (!webhook.enabled) io.out('The webhook is disabled: its deliveries fail without an attempt and have no signature.')
  if (options.replayId !== undefined) await replay(run, options.replayId, webhook.id)
  const { inbox } = follower
  let activeAt = now()
  let pollAt = now()
  const poll = async () => {
    await follower.poll(now())
    pollAt = now() + (now() - activeAt < ACTIVE_MS ? ACTIVE_POLL_MS : IDLE_POLL_MS)
  }
  for (let polling: Promise<void> | undefined; ; ) {
    if (now() >= pollAt) {
      pollAt = Number.POSITIVE_INFINITY
      polling = poll()
      // Deliveries are forwarded meanwhile. Then it is awaited, which throws its error.
      polling.catch(() => {})
    }
    const { ready } = inbox
    if (ready.length === 0) await (Number.isFinite(pollAt) ? sleep(Math.max(0, pollAt - now()), io.signal) : polling)
    else {
      await Promise.all(
        ready.slice(0, ready.length > MOST_IN_ORDER ? CONCURRENT : 1).map((each) => take(run, each, inbox)),
      )
      activeAt = now()
    }
  }
}

async function take(run: Run, listed: Listed, inbox: Inbox): Promise<void> {
  const { api, io } = run
  const { id, details } = listed
  const delivery = details
    ? { ...listed, ...details }
    : await findDelivery(api, id).catch((error: unknown) => {
        if (!isServerError(error)) throw error
      })
  // Before the request, so that no error of it can repeat the delivery.
  inbox.finish(id)
  if (delivery) await forwardDelivery(run, delivery)
  else io.out(`${clockTime(io.timing.now())}  ${id} cannot be read, so it is not forwarded.`)
}

/** Replays a delivery, and returns the id of the copy. @throws CliError if it belongs to another webhook */
async function replay({ api, io }: Run, id: string, webhookId: string | undefined): Promise<string> {
  const origin = await findDelivery(api, id)
  if (!origin) throw new CliError(`There is no delivery ${id}.`)
  if (webhookId !== undefined && origin.webhookId !== webhookId)
    throw new CliError(`Delivery ${id} belongs to the webhook ${origin.webhookId}: use --webhook ${origin.webhookId}.`)
  const copy = await api.replay(id)
  io.out(`${clockTime(io.timing.now())}  Replayed ${id} as ${copy.id}.`)
  return copy.id
}

/** Replays a delivery, and forwards only its copy. */
async function forwardReplay(run: Run, id: string): Promise<number> {
  const { api, io } = run
  const copyId = await replay(run, id, undefined)
  for (;;) {
    const copy = await api.getDelivery(copyId)
    if (copy.status !== 'pending' || copy.attemptCount > 0) return isAccepted(await forwardDelivery(run, copy)) ? 0 : 1
    await io.timing.sleep(REPLAY_POLL_MS, io.signal)
  }
}

async function findDelivery(api: Api, id: string): Promise<Delivery | undefined> {
  try {
    return await api.getDelivery(id)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Forwards a delivery and prints its line. Returns the endpoint's status, or undefined without a response. */
async function forwardDelivery(
  { options, io, print, tally, hinted }: Run,
  delivery: Forwardable & Pick<Delivery, 'webhookId'>,
): Promise<number | undefined> {
  const { now } = io.timing
  const { headers, note } = requestHeaders(delivery, options.secret, now())
  const body = Buffer.from(delivery.payload)
  const result = await forward(options.forwardTo, headers, body, { now, signal: io.signal })
  tally[result.status === undefined ? 'unanswered' : isAccepted(result.status) ? 'accepted' : 'rejected'] += 1
  print(options.json ? deliveryJson(delivery, result, now()) : deliveryLine(delivery, result, now()))
  if (note && !hinted.has(note)) io.out(`          ${HINTS[note]}`)
  if (note) hinted.add(note)
  return result.status
}
