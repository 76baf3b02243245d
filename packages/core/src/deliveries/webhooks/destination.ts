import { invalidField } from '../../platform/errors.ts'
import { assertAllowedUrl } from '../../platform/outbound/address-guard.ts'
import { isEventBus, mayUseBus } from './event-bus.ts'

/**
 * Checks a webhook's URL: an http(s) URL with a public address, the ARN of an allowed event bus, or empty. Returns false if its
 * host has no address, which is allowed.
 * @throws ServiceError 400 for `url`
 */
export async function assertDestination(organizationId: string, url: string): Promise<boolean> {
  if (url === '') return true
  if (!isEventBus(url)) return await assertAllowedUrl(url)
  // Names no allowed bus, because they can belong to other organisations.
  if (!mayUseBus(organizationId, url))
    throw invalidField(
      'url',
      'is not the ARN of an allowed event bus; the operator adds it to the setting eventBusArns',
    )
  return true
}
