import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { verifyWebhook } from '../../../packages/client/src/webhooks/verify-webhook.ts'

/** An endpoint's response to one request; undefined if it never responds. */
export type Response = { readonly status: number; readonly delayMs: number } | undefined

/** One request of a delivery. Times are milliseconds since the epoch; `endedAt` is absent while it is open. */
export interface SeenAttempt {
  readonly deliveryId: string
  readonly status: number | undefined
  readonly beganAt: number
  endedAt?: number
}

/** A customer's endpoint that records each request and when it was open. */
export class Endpoint {
  readonly path: string
  readonly attempts: SeenAttempt[] = []
  /** The provider's ids of the messages that arrived. */
  readonly messages = new Set<string>()
  /** Signing secrets that were valid at some time, because attempts in flight overlap with a rotation. */
  readonly secrets = new Set<string>()
  badSignatures = 0
  readonly #respond: () => Response

  constructor(path: string, respond: () => Response) {
    this.path = path
    this.#respond = respond
  }

  /** Handles one request. Resolves when the response is sent or the client has closed the connection. */
  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const behaviour = this.#respond()
    const deliveryId = String(request.headers['x-service-delivery'])
    const attempt: SeenAttempt = { deliveryId, status: behaviour?.status, beganAt: Date.now() }
    this.attempts.push(attempt)
    response.once('close', () => {
      attempt.endedAt = Date.now()
    })
    const body = Buffer.concat(await request.toArray())
    await this.#verify(body, request)
    const envelope: { message?: { waId?: string } | null } = JSON.parse(body.toString())
    if (envelope.message?.waId) this.messages.add(envelope.message.waId)
    if (!behaviour) return
    await setTimeout(behaviour.delayMs)
    response.writeHead(behaviour.status).end()
  }

  async #verify(body: Buffer, request: IncomingMessage): Promise<void> {
    const results = await Promise.allSettled(
      [...this.secrets].map((secret) => verifyWebhook(body, request.headers, secret)),
    )
    if (!results.some(({ status }) => status === 'fulfilled')) this.badSignatures += 1
  }
}
