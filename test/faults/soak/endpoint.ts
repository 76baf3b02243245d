import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { verifyWebhook } from '../../../packages/client/src/webhooks/verify-webhook.ts'

/** What an endpoint saw of one delivery id. */
export interface Seen {
  /** The provider's id of the customer's message. */
  readonly waId: string
  readonly bodies: Set<string>
  attempts: number
  /** Whether it ever answered 2xx. */
  taken: boolean
}

/** A customer's endpoint that lives on when the service is killed, and remembers each delivery. */
export class Endpoint {
  readonly path: string
  readonly seen = new Map<string, Seen>()
  secret = ''
  badSignatures = 0
  readonly #fails: () => boolean

  /** `fails` says for each request whether it is answered 503. */
  constructor(path: string, fails: () => boolean) {
    this.path = path
    this.#fails = fails
  }

  /** Takes one request and answers its status. */
  async take(request: IncomingMessage): Promise<number> {
    const body = Buffer.concat(await request.toArray())
    const id = String(request.headers['x-service-delivery'])
    await verifyWebhook(body, request.headers, this.secret).catch(() => this.badSignatures++)
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
