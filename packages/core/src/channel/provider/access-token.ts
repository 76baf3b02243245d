import { ServiceError } from '../../platform/errors.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { AccountEntity } from '../accounts/account-entity.ts'
import type { NumberItem } from '../numbers/number-entity.ts'

/** Encrypted, by organisation and account. */
const accessTokens = new ShortCache<string>(60_000)

/** The access token with which to act for a number at the provider. 502 for a number that has no account there. */
export async function accessTokenOf({
  organizationId,
  accountId,
}: Pick<NumberItem, 'organizationId' | 'accountId'>): Promise<string> {
  const { data } = accountId
    ? await AccountEntity.get({ organizationId, id: accountId }).go({ consistent: true })
    : { data: null }
  if (!data) throw new ServiceError('upstream_error', 'The number is not connected to the messaging provider.')
  return await decryptSecret('provider-token', organizationId, data.accessToken)
}

/** Returns what `accessTokenOf` returned at most a minute ago. A caller that the provider refuses with it reads the one in force. */
export async function recentAccessTokenOf(
  number: Pick<NumberItem, 'organizationId' | 'accountId'>,
  now: number,
): Promise<string> {
  const { organizationId, accountId = '' } = number
  const key = `${organizationId}#${accountId}`
  const cached = accessTokens.get(key, now)
  if (cached !== undefined) return await decryptSecret('provider-token', organizationId, cached)
  const { data } = accountId ? await AccountEntity.get({ organizationId, id: accountId }).go() : { data: null }
  if (!data) return await accessTokenOf(number)
  accessTokens.set(key, data.accessToken, now)
  return await decryptSecret('provider-token', organizationId, data.accessToken)
}
