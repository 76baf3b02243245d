import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Service } from '@replywright/local/start-service.ts'
import { listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { callsOf, idIn } from '../../../bench/organizations.ts'
import { type DashboardSession, signInToDashboard } from '../../../dashboard/session.ts'
import { atRate } from '../at-rate.ts'

/** So many that each has less than a tenth of the deliveries: SQS calls a group with more of them noisy. */
export const WEBHOOKS = 12
const ASKING_CUSTOMERS = 8
const ENABLE_EVERY_MS = 5000

export const REMOVED = 'removed'

/** A user of another organisation. */
export interface Victim {
  readonly email: string
  readonly session: DashboardSession
}

const Members = v.array(v.looseObject({ id: v.string(), email: v.nullable(v.string()), status: v.string() }))

/** The organisation beside the quiet one. It is kind, or hostile: then none of its endpoints responds. It does the same in both cases. */
export class LoudOrganization {
  #hostile = false
  /** Requests at its endpoints while it was hostile. */
  attempts = 0
  /** How the removals of the victim ended. */
  readonly removals = new Set<string>()
  readonly #service: Service
  readonly #session: DashboardSession
  readonly #server: { readonly url: string; readonly close: () => Promise<void> }
  readonly #open = new Set<ServerResponse>()
  #webhooks: readonly string[] = []
  #sent = 0

  private constructor(service: Service, session: DashboardSession, server: Awaited<ReturnType<typeof listen>>) {
    this.#service = service
    this.#session = session
    this.#server = server
  }

  /** Creates the webhooks and conversations of the demo's organisation: half of them with a webhook, half with an agent. */
  static async create(service: Service): Promise<LoudOrganization> {
    const session = await signInToDashboard(service)
    const taking: { take?: (request: IncomingMessage, response: ServerResponse) => void } = {}
    const server = await listen(async (request, response) => taking.take?.(request, response))
    const loud = new LoudOrganization(service, session, server)
    taking.take = (request, response) => loud.#take(request, response)
    await loud.#prepare()
    return loud
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    request.resume()
    if (!this.#hostile) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      return
    }
    this.attempts += 1
    this.#open.add(response)
    response.once('close', () => this.#open.delete(response))
  }

  async #prepare(): Promise<void> {
    const { ready } = this.#service
    const call = callsOf(this.#service, ready.apiKey)
    const { url } = this.#server
    const fromNumber = ready.numbers[0]?.number
    const webhooks: string[] = []
    for (let n = 0; n < WEBHOOKS; n++) {
      const input = { name: `loud ${n}`, url: `${url}/${n}`, events: ['subscription.message.received'], numbers: 'all' }
      const { status, body } = await this.#session.call('POST', '/v1/webhooks/', input)
      if (status !== 201) throw new Error(`the webhook ${n} was not created: ${status}`)
      webhooks.push(idIn(body))
      const id = idIn(await call('POST', '/conversations/', { toNumber: loudCustomer(n), fromNumber }))
      await call('POST', `/conversations/${id}/routing/`, { mode: 'webhook', webhookId: webhooks[n] })
    }
    this.#webhooks = webhooks
    const apiSchema = { url: `${url}/tool`, method: 'POST' }
    const agent = { name: 'Loud agent', tools: [{ name: 'wait', description: '', apiSchema, creditCost: 0 }] }
    const agentId = idIn(await call('POST', '/agents/', agent))
    for (let n = 0; n < ASKING_CUSTOMERS; n++) {
      const id = idIn(await call('POST', '/conversations/', { toNumber: askingCustomer(n), fromNumber, agentId }))
      await call('POST', `/conversations/${id}/routing/`, { mode: 'agent' })
    }
  }

  /** Makes all its endpoints hang, or respond again: then requests that hang end at once. */
  setHostile(hostile: boolean): void {
    const { receiver, ready } = this.#service
    this.#hostile = hostile
    receiver.behave(new URL(ready.webhook.url).pathname, hostile ? { kind: 'hang' } : {})
    if (!hostile) this.#endOpenRequests()
  }

  #endOpenRequests(): void {
    for (const response of this.#open) response.destroy()
  }

  /**
   * Sends at a rate, enables its endpoints again, and invites and removes `victim`. Every second message is for its agent, unless
   * `asks` is false.
   */
  async send(
    perSecond: number,
    until: number,
    { victim, asks = true }: { victim?: Victim; asks?: boolean },
  ): Promise<void> {
    await Promise.all([
      atRate(perSecond, until, () => this.#write(asks)),
      ...(victim ? [this.#enableAgain(until), this.#inviteAndRemove(until, victim)] : []),
    ])
  }

  async #write(mayAsk: boolean): Promise<void> {
    this.#sent += 1
    const asks = mayAsk && this.#sent % 2 === 0
    const turn = mayAsk ? Math.floor(this.#sent / 2) : this.#sent
    const from = asks ? askingCustomer(turn % ASKING_CUSTOMERS) : loudCustomer(turn % WEBHOOKS)
    await this.#service.provider.sendAsCustomer({ from, text: asks ? '/call wait' : `loud ${this.#sent}` })
  }

  async #enableAgain(until: number): Promise<void> {
    while (Date.now() < until) {
      await setTimeout(ENABLE_EVERY_MS)
      await this.enable()
    }
  }

  /** Enables its endpoints, which are disabled when they hang. */
  async enable(): Promise<void> {
    for (const id of [...this.#webhooks, this.#service.ready.webhook.id])
      await this.#session.call('POST', `/v1/webhooks/${id}/enable/`)
  }

  async #inviteAndRemove(until: number, { email, session }: Victim): Promise<void> {
    while (Date.now() < until) {
      this.removals.add(await this.#inviteAndRemoveOnce(email, session))
      await setTimeout(1000)
    }
  }

  async #inviteAndRemoveOnce(email: string, session: DashboardSession): Promise<string> {
    const invited = await this.#session.call('POST', '/v1/members/', { email })
    if (invited.status !== 201) return `the invitation returned ${invited.status}`
    const accepted = await session.call('POST', `/v1/me/invitations/${idIn(invited.body)}/accept/`)
    if (accepted.status !== 200) return `its acceptance returned ${accepted.status}`
    const { body } = await this.#session.call('GET', '/v1/members/')
    const member = v.parse(Members, body).find((one) => one.email === email && one.status === 'active')
    if (!member) return 'the user was no member'
    const { status } = await this.#session.call('DELETE', `/v1/members/${member.id}/`)
    return status === 204 ? REMOVED : `the removal returned ${status}`
  }

  async stop(): Promise<void> {
    this.#endOpenRequests()
    await this.#server.close()
  }
}

function loudCustomer(n: number): string {
  return `4477009470${String(n).padStart(2, '0')}`
}

function askingCustomer(n: number): string {
  return `4477009480${String(n).padStart(2, '0')}`
}
