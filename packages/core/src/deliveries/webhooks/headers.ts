import { MASKED } from '@replywright/contract/masked-url.ts'
import { invalidField } from '../../platform/errors.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import type { WebhookItem } from './webhook-entity.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Encrypts the headers of a webhook; a masked value keeps the stored one.
 * @throws ServiceError 400 for a masked value without a stored one
 */
export async function sealHeaders(
  organizationId: string,
  headers: Headers,
  stored: WebhookItem['headers'] = [],
): Promise<NonNullable<WebhookItem['headers']>> {
  const known = new Map(stored.map(({ name, value }) => [name, value]))
  return await Promise.all(
    Object.entries(headers).map(async ([name, value]) => {
      if (value !== MASKED) return { name, value: await encryptSecret('webhook-signing', organizationId, value) }
      const kept = known.get(name)
      if (kept === undefined)
        throw invalidField(`headers.${name}`, 'is masked, but no value is stored; send the value itself')
      return { name, value: kept }
    }),
  )
}

/** Returns the headers that a webhook adds to its requests. */
export async function openHeaders({ organizationId, headers = [] }: WebhookItem): Promise<Headers> {
  const opened = await Promise.all(
    headers.map(
      async ({ name, value }) => [name, await decryptSecret('webhook-signing', organizationId, value)] as const,
    ),
  )
  return Object.fromEntries(opened)
}

/** Returns the headers of a webhook without their values. */
export function maskedHeaders({ headers = [] }: Pick<WebhookItem, 'headers'>): Headers {
  return Object.fromEntries(headers.map(({ name }) => [name, MASKED]))
}
