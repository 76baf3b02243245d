import type { Service } from '@replywright/local/start-service.ts'
import type { LogLines } from '../../../bench/log-lines.ts'
import { callsOf, idIn, postQuestion, sandboxNumber } from '../../../bench/organizations.ts'
import { signInToDashboard } from '../../../dashboard/session.ts'
import { atRate } from '../at-rate.ts'
import type { QueueWaits } from './queue-waits.ts'
import { LONGEST_MS, type Waits } from './waits.ts'

const PATH = '/quiet'
/** A customer writes again long after the answer to the last message. */
const CUSTOMERS = 30

/** The organisation whose waits are measured: every message of its customers is delivered and answered. */
export class QuietOrganization {
  readonly #service: Service
  readonly #lines: LogLines
  readonly #phoneNumberId: string
  readonly #conversations: readonly { readonly from: string; readonly id: string }[]
  #messages = 0

  private constructor(
    service: Service,
    lines: LogLines,
    phoneNumberId: string,
    conversations: readonly { readonly from: string; readonly id: string }[],
  ) {
    this.#service = service
    this.#lines = lines
    this.#phoneNumberId = phoneNumberId
    this.#conversations = conversations
  }

  /** Creates a webhook and conversations of the organisation that is not the demo's. */
  static async create(service: Service, lines: LogLines): Promise<QuietOrganization> {
    const session = await signInToDashboard(service, service.otherUser)
    const call = callsOf(service, service.ready.otherOrganization.apiKey)
    const { number, phoneNumberId } = await sandboxNumber(call)
    const url = `${service.receiver.url}${PATH}`
    const webhook = { name: 'quiet', url, events: ['message.received'], numbers: [number] }
    const { status } = await session.call('POST', '/v1/webhooks/', webhook)
    if (status !== 201) throw new Error(`the webhook was not created: ${status}`)
    const agentId = idIn(await call('POST', '/agents/', { name: 'Quiet agent' }))
    const conversations = []
    for (let n = 0; n < CUSTOMERS; n++) {
      const from = `4477009460${String(n).padStart(2, '0')}`
      const id = idIn(await call('POST', '/conversations/', { toNumber: from, fromNumber: number, agentId }))
      conversations.push({ from, id })
    }
    return new QuietOrganization(service, lines, phoneNumberId, conversations)
  }

  /** Sends messages at a rate, and returns how long each waited. `queued` watches the queues. */
  async measure(perSecond: number, seconds: number, queued?: QueueWaits): Promise<Waits> {
    const waits: Waits = { delivered: [], answered: [], deliveryQueued: [], turnQueued: [] }
    await atRate(perSecond, Date.now() + seconds * 1000, () => this.#time(waits, queued))
    return waits
  }

  async #time(waits: Waits, queued: QueueWaits | undefined): Promise<void> {
    const { receiver } = this.#service
    const conversation = this.#conversations[this.#messages % this.#conversations.length]
    this.#messages += 1
    if (!conversation) return
    const { from, id: conversationId } = conversation
    queued?.take(conversationId)
    const began = performance.now()
    const answered = this.#lines.next(
      (line) => line.event === 'turn.answered' && line.conversationId === conversationId,
      LONGEST_MS,
    )
    const { id, posted } = postQuestion(this.#service, { from, phoneNumberId: this.#phoneNumberId })
    const delivered = receiver
      .next(({ path, body }) => path === PATH && body.includes(id), LONGEST_MS)
      .then(
        ({ deliveryId = '' }) => ({ at: performance.now(), deliveryId }),
        () => ({ at: began + LONGEST_MS, deliveryId: '' }),
      )
    const [{ at, deliveryId }, answeredAt] = await Promise.all([delivered, answered, posted])
    waits.delivered.push(at - began)
    waits.answered.push(answeredAt - began)
    waits.deliveryQueued.push(queued?.take(deliveryId) ?? at - began)
    waits.turnQueued.push(queued?.take(conversationId) ?? answeredAt - began)
  }
}
