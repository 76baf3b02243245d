import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Clock, randomDigits, systemClock } from '../clock.ts'
import { controlProblem } from '../control-problem.ts'
import { answer, listen } from '../http.ts'
import { findRoute, type RouteReply } from '../router.ts'
import { type BusinessMessage, Chats } from './chats.ts'
import { settingsRoute, templateRoutes } from './control.ts'
import { eraOf } from './era.ts'
import { type Fault, Faults } from './faults.ts'
import { handleGraph } from './graph/graph.ts'
import type { ThreadControl } from './graph/thread-control.ts'
import { MediaStore } from './media.ts'
import { type NoticeInput, noticeRoute, sendNotice } from './notices.ts'
import { phoneRoutes } from './phone/routes.ts'
import { type CustomerInput, type CustomerSend, sendAsCustomer } from './phone/send-as-customer.ts'
import { Signups, signupRoutes } from './signup/signups.ts'
import { reportStatus } from './status-reports.ts'
import { type InitialTemplate, type MessageTemplate, Templates } from './templates.ts'
import type { BusinessNumber, DeliveryStatus } from './webhook-envelopes.ts'
import { type PostOptions, type WebhookRecord, WebhookSender } from './webhook-sender.ts'
import { BusinessNumbers, type CustomerSettings, Customers, type Limits, Traffic, type World } from './world.ts'

export interface ProviderOptions {
  /** @default a free one */
  port?: number
  appSecret: string
  /** The app with this secret; customers sign up for it. @default DEFAULT_APP_ID */
  appId?: string
  verifyToken: string
  /** URL for webhooks; a function if it is not known yet. */
  ingressUrl: string | (() => string)
  numbers: readonly BusinessNumber[]
  /** @default any bearer token is accepted */
  accessToken?: string
  /** A file that keeps chats and open windows. Files beside it: added numbers, accounts, templates. @default none */
  journal?: string
  clock?: Clock
  /** The day whose rules apply, `YYYY-MM-DD`. @default today */
  date?: string | undefined
  /** Seconds before each retry of a webhook; the last value repeats. @default 1, 2, 4, 8, 16, 32, 60 */
  retryDelaysSeconds?: readonly number[]
  /** @default 86400 */
  serviceWindowSeconds?: number
  /** Free-form messages outside the window: rejected with 400, or accepted and `failed` later. @default 'reject' */
  outsideWindow?: World['outsideWindow']
  /** Approved templates that accounts have from the start, also after a reset. @default none */
  templates?: readonly InitialTemplate[]
  /** Rates above which sends are rejected. @default none */
  limits?: Limits
}

/** The running business messaging API, and its customers' phones. */
export interface Provider extends AsyncDisposable {
  port: number
  url: string
  /** Messages of the business, oldest first. */
  readonly sent: readonly BusinessMessage[]
  /** The webhooks so far, with the status of every attempt. */
  readonly webhooks: readonly WebhookRecord[]
  /** Calls that took or passed the control of conversations, oldest first. */
  readonly threadControls: readonly ThreadControl[]
  /** Returns the first matching message of the business that was not taken. Rejects after `timeoutMs` (60 s). */
  nextSent(predicate?: (message: BusinessMessage) => boolean, timeoutMs?: number): Promise<BusinessMessage>
  /** `from` is the customer's digits or user id. Resolves after the webhook's first attempt. */
  sendAsCustomer(input: CustomerInput & { from: string }): Promise<CustomerSend>
  /** Posts any envelope. A string is posted unchanged. */
  postWebhook(envelope: unknown, options?: PostOptions): Promise<{ status: number; delivered: boolean }>
  /** Posts a notice about a number and its account. Resolves after the webhook's first attempt. */
  sendNotice(notice: NoticeInput): Promise<{ status: number; delivered: boolean }>
  /** Reports a status of a message of the business. */
  reportStatus(
    id: string,
    status: DeliveryStatus,
    error?: { code: number; title: string; details: string },
  ): Promise<{ status: number; delivered: boolean }>
  setCustomer(customer: string, settings: CustomerSettings): void
  /** Adds a number, and its account if it is the account's first number. */
  addNumber(number: BusinessNumber): void
  /** Adds an approved template to an account, unless it has one of that name and language. @default the first number's */
  addTemplate(template: Omit<InitialTemplate, 'wabaId'>, wabaId?: string): MessageTemplate
  failNext(fault: Fault): void
  handshake(): Promise<{ ok: boolean; status: number; body: string }>
  /** Deletes messages, planned faults, templates and added numbers; open windows stay open. */
  reset(): void
  stop(): Promise<void>
}

/** The default app that customers sign up for. */
export const DEFAULT_APP_ID = '900550000000001'
const DEFAULT_RETRY_DELAYS_SECONDS = [1, 2, 4, 8, 16, 32, 60]
const controlRoutes = [...phoneRoutes, ...templateRoutes, ...signupRoutes, settingsRoute, noticeRoute]
const page = readFileSync(new URL('./phone/page.html', import.meta.url), 'utf8')

export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { clock = systemClock, ingressUrl, appSecret } = options
  const ingress = typeof ingressUrl === 'string' ? () => ingressUrl : ingressUrl
  const retryDelaysSeconds = options.retryDelaysSeconds ?? DEFAULT_RETRY_DELAYS_SECONDS
  const numbers = new BusinessNumbers(options.numbers, options.journal && `${options.journal}.numbers`)
  const server = await listen((request, response) => serve(request, response, world), options.port)
  const era = eraOf(options.date ?? new Date(clock()).toISOString().slice(0, 10))
  const world: World = {
    clock,
    era,
    numbers: numbers.all,
    addNumber: (number) => numbers.add(number),
    pins: numbers.pins,
    accessToken: options.accessToken,
    serviceWindowSeconds: options.serviceWindowSeconds ?? 86_400,
    outsideWindow: options.outsideWindow ?? 'reject',
    canSend: 'AVAILABLE',
    marketing: era.marketing,
    mayTakeControl: true,
    threadControls: [],
    chats: new Chats(clock, options.journal),
    customers: new Customers(options.journal && `${options.journal}.customers`),
    media: new MediaStore(clock, () => server.url),
    templates: new Templates(options.templates, options.journal && `${options.journal}.templates`),
    limits: { ...options.limits },
    traffic: new Traffic(),
    signups: new Signups({ appId: options.appId ?? DEFAULT_APP_ID, appSecret }, clock, options.journal),
    webhooks: new WebhookSender({ appSecret, ingressUrl: ingress, clock, retryDelaysSeconds }),
    faults: new Faults(),
  }
  const stop = async () => {
    world.webhooks.stop()
    world.chats.sent.close()
    await server.close()
  }
  return {
    port: server.port,
    url: server.url,
    get sent() {
      return world.chats.sent.items
    },
    webhooks: world.webhooks.records,
    threadControls: world.threadControls,
    nextSent: (predicate, timeoutMs) => world.chats.sent.next(predicate, timeoutMs),
    sendAsCustomer: ({ from, ...input }) => sendAsCustomer(from, input, world),
    postWebhook: (envelope, postOptions) => world.webhooks.post(envelope, postOptions),
    sendNotice: (notice) => sendNotice(notice, world),
    async reportStatus(id, status, error) {
      const message = world.chats.find(id)
      if (message?.by !== 'business') throw new Error(`no such message of the business: ${id}`)
      return reportStatus(world, message, status, error)
    },
    addNumber: (number) => numbers.add(number),
    setCustomer: (customer, settings) => world.customers.set(customer, settings),
    addTemplate: (template, wabaId = numbers.all[0]?.wabaId ?? '') => world.templates.approve(wabaId, template),
    failNext: (fault) => world.faults.plan(fault),
    handshake: () => handshake(ingress(), options.verifyToken),
    reset() {
      world.chats.clear()
      world.faults.clear()
      world.templates.clear()
      numbers.clearAdded()
      world.canSend = 'AVAILABLE'
      world.marketing = era.marketing
      world.mayTakeControl = true
      world.threadControls.length = 0
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, world: World): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { method = 'GET', headers } = request
  if (method === 'GET' && path === '/') return answer(response, { status: 200, body: page })
  const call = { method, path, query, headers, body: await buffer(request) }
  const isControl = path.startsWith('/simulator/') || path.endsWith('/dialog/oauth')
  const reply = isControl ? await handleControl(call, world) : await handleGraph(call, world)
  const { afterwards } = reply
  if (afterwards) response.once('close', afterwards)
  if (reply.drop) return void request.socket.resetAndDestroy()
  answer(response, reply)
}

async function handleControl(call: Parameters<typeof handleGraph>[0], world: World): Promise<RouteReply> {
  const found = findRoute(controlRoutes, call)
  if (!found) return { status: 404, body: { error: `unknown route ${call.method} ${call.path}` } }
  try {
    return await found.route.handle(found.call, world)
  } catch (error) {
    return { status: 400, body: { error: controlProblem(error) } }
  }
}

/** Verifies a new callback URL as the provider does: it must return 200 with only the challenge as plain text. */
export async function handshake(
  ingressUrl: string,
  verifyToken: string,
): Promise<{ ok: boolean; status: number; body: string }> {
  const challenge = randomDigits(10)
  const url = new URL(ingressUrl)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  const response = await fetch(url, { redirect: 'manual' })
  const body = await response.text()
  return { ok: response.status === 200 && body === challenge, status: response.status, body }
}
