import { log } from '../../platform/log/log.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { getWebhook } from './get-webhook.ts'

/** Returns the signing secret of a webhook. Throws 404 for an unknown or foreign one. */
export async function revealSecret(organizationId: string, id: string, userId: string): Promise<string> {
  const webhook = await getWebhook(organizationId, id)
  log('webhook.secret_revealed', { organizationId, webhookId: id, userId })
  return await decryptSecret('webhook-signing', organizationId, webhook.secret)
}
