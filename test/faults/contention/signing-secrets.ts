import type { IncomingHttpHeaders } from 'node:http'
import { LEASE_MILLISECONDS } from '@replywright/core/deliveries/attempt/lease.ts'
import { verifyWebhook } from '../../../packages/client/src/webhooks/verify-webhook.ts'

/** A request of a delivery as it arrived, in milliseconds since the epoch. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly at: number
}

/** A secret, and when it was current at most: from the start of a rotation until the response to the next one. */
interface SigningSecret {
  readonly value: string
  readonly from: number
  until: number
}

/**
 * The signing secrets of a webhook. A worker reads the secret of an attempt when it starts, so a replaced one may sign until
 * all workers of that time have ended.
 */
export class SigningSecrets {
  readonly #secrets: SigningSecret[] = []

  /** Adds a secret that replaces the last one. It was requested at `from` and returned at `until`. */
  add(value: string, from: number, until: number): void {
    const last = this.#secrets.at(-1)
    if (last) last.until = until
    this.#secrets.push({ value, from, until: Number.POSITIVE_INFINITY })
  }

  /** Returns whether a secret that was current at the time of the signature has signed a request. */
  async haveSigned({ headers, body, at }: SignedRequest): Promise<boolean> {
    const signedAt = Number(headers['x-service-timestamp']) * 1000
    const possible = this.#secrets.filter(
      // The time of a signature is in whole seconds.
      ({ from, until }) => signedAt + 1000 > from && signedAt <= until + LEASE_MILLISECONDS,
    )
    const verified = await Promise.allSettled(
      possible.map(({ value }) => verifyWebhook(body, headers, value, { now: () => at })),
    )
    return verified.some(({ status }) => status === 'fulfilled')
  }
}
