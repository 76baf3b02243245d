import { AccountEntity } from '../accounts/account-entity.ts'
import { ServiceError } from '../errors.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import { decryptSecret } from '../secrets/secrets.ts'

const CACHE_MILLISECONDS = 60_000

interface Cached {
  readonly accessToken: string
  readonly until: number
}
/** Encrypted, by organisation and account. */
const cache = new Map<string, Cached>()

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

/** As `accessTokenOf`, at most a minute old: who is refused with it asks for the one in force. */
export async function recentAccessTokenOf(
  number: Pick<NumberItem, 'organizationId' | 'accountId'>,
  now: number,
): Promise<string> {
  const { organizationId, accountId = '' } = number
  const key = `${organizationId}#${accountId}`
  const cached = cache.get(key)
  if (cached && cached.until > now) return await decryptSecret('provider-token', organizationId, cached.accessToken)
  const { data } = accountId ? await AccountEntity.get({ organizationId, id: accountId }).go() : { data: null }
  if (!data) return await accessTokenOf(number)
  cache.set(key, { accessToken: data.accessToken, until: now + CACHE_MILLISECONDS })
  return await decryptSecret('provider-token', organizationId, data.accessToken)
}
