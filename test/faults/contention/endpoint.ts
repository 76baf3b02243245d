import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type SignedRequest, SigningSecrets } from './signing-secrets.ts'

/** An endpoint's response to one request; undefined if it never responds. */
export type Response = { readonly status: number; readonly delayMs: number } | undefined

/** One request of a delivery, and the status of its response. */
export interface SeenAttempt {
  readonly deliveryId: string
  readonly status: number | undefined
}

/** A customer's endpoint that records each request. */
export class Endpoint {
  readonly path: string
  readonly attempts: SeenAttempt[] = []
  /** The provider's ids of the messages that arrived. */
  readonly messages = new Set<string>()
  readonly secrets = new SigningSecrets()
  readonly #requests: SignedRequest[] = []
  readonly #respond: () => Response

  constructor(path: string, respond: () => Response) {
    this.path = path
    this.#respond = respond
  }

  /** Handles one request. Resolves when the response is sent. */
  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const behaviour = this.#respond()
    const at = Date.now()
    this.attempts.push({ deliveryId: String(request.headers['x-service-delivery']), status: behaviour?.status })
    const body = Buffer.concat(await request.toArray())
    this.#requests.push({ headers: request.headers, body, at })
    const envelope: { message?: { waId?: string } | null } = JSON.parse(body.toString())
    if (envelope.message?.waId) this.messages.add(envelope.message.waId)
    if (!behaviour) return
    await setTimeout(behaviour.delayMs)
    response.writeHead(behaviour.status).end()
  }

  /**
   * Returns the deliveries with a signature by no secret of its time. Call it when all secrets are known: a request may
   * arrive before the response that returns its secret.
   */
  async wronglySigned(): Promise<string[]> {
    const judged = this.#requests.map(async (request) => ((await this.secrets.haveSigned(request)) ? [] : [request]))
    return (await Promise.all(judged))
      .flat()
      .map(({ headers }) => `${headers['x-service-delivery']} at ${headers['x-service-timestamp']}`)
  }
}
