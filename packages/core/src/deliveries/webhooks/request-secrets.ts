import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { log } from '../../platform/log/log.ts'
import { loggableError } from '../../platform/log/loggable-error.ts'
import { dataKey, openWith, sealWith } from '../../platform/secrets/data-key.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { readShared, ShortCache } from '../../platform/short-cache.ts'
import { openHeaders } from './headers.ts'
import { WebhookEntity, type WebhookItem } from './webhook-entity.ts'

/** What a request to a webhook contains: the signature with `secret`, and the webhook's own headers. */
const RequestSecrets = v.object({ secret: v.string(), headers: v.record(v.string(), v.string()) })
type RequestSecrets = v.InferOutput<typeof RequestSecrets>

const HOUR_MILLISECONDS = 3_600_000
/** The deliveries of a batch open the secrets of their webhook once. */
const recent = new ShortCache<Promise<RequestSecrets>>(HOUR_MILLISECONDS)

/**
 * Returns the signing secret and the headers of a webhook. The first delivery decrypts each by KMS and stores them sealed
 * with a data key, so that the next ones call KMS for no webhook. What was sealed is bound to the ciphertexts, which a
 * change of the secret or the headers replaces.
 */
export async function openRequestSecrets(webhook: WebhookItem, now: EpochMs): Promise<RequestSecrets> {
  const about = JSON.stringify([webhook.organizationId, webhook.id, webhook.secret, webhook.headers ?? []])
  return await readShared(recent, about, now, () => open(webhook, about, now))
}

async function open(webhook: WebhookItem, about: string, now: EpochMs): Promise<RequestSecrets> {
  const key = await dataKey('webhook-signing', now)
  const opened = webhook.sealed === undefined ? undefined : openWith(key, webhook.sealed, about)
  if (opened !== undefined) return v.parse(RequestSecrets, JSON.parse(opened))
  const [secret, headers] = await Promise.all([
    decryptSecret('webhook-signing', webhook.organizationId, webhook.secret),
    openHeaders(webhook),
  ])
  await store(webhook, sealWith(key, JSON.stringify({ secret, headers }), about))
  return { secret, headers }
}

/** Stores what was sealed. A failure is logged only: the delivery has its secrets, and the next worker seals them again. */
async function store({ organizationId, id, secret }: WebhookItem, sealed: string): Promise<void> {
  try {
    await WebhookEntity.patch({ organizationId, id })
      .set({ sealed })
      .where((stored, { eq }) => eq(stored.secret, secret))
      .go({ returnOnConditionCheckFailure: true })
  } catch (error) {
    log('webhook.unsealed', { webhookId: id, reason: loggableError(error).name })
  }
}
