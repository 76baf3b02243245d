import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { verifyWebhook } from '../../../packages/client/src/webhooks/verify-webhook.ts'

/** An endpoint's record of one delivery id. */
export interface Seen {
  /** The provider's id of the customer's message. */
  readonly waId: string
  readonly bodies: Set<string>
  attempts: number
  /** Whether the endpoint has returned 2xx. */
  taken: boolean
}

/** A customer's endpoint that records each delivery. It keeps running when the service is killed. */
export class Endpoint {
  readonly path: string
  readonly seen = new Map<string, Seen>()
  secret = ''
  /** Deliveries with a request that the secret has not signed. */
  readonly wronglySigned: string[] = []
  readonly #fails: () => boolean

  /** `fails` returns for each request whether the response is 503. */
  constructor(path: string, fails: () => boolean) {
    this.path = path
    this.#fails = fails
  }

  /** Records one request and returns the response's status. */
  async take(request: IncomingMessage): Promise<number> {
    const body = Buffer.concat(await request.toArray())
    const id = String(request.headers['x-service-delivery'])
    await verifyWebhook(body, request.headers, this.secret).catch(() => this.wronglySigned.push(id))
    const status = this.#fails() ? 503 : 200
    const known = this.seen.get(id) ?? { waId: waIdOf(body), bodies: new Set<string>(), attempts: 0, taken: false }
    known.bodies.add(createHash('sha256').update(body).digest('base64'))
    known.attempts++
    known.taken ||= status === 200
    this.seen.set(id, known)
    return status
  }
}

function waIdOf(body: Buffer): string {
  const envelope: { message?: { waId?: unknown } } = JSON.parse(body.toString())
  return String(envelope.message?.waId)
}
