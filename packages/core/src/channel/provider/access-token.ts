import type { EpochMs } from '@replywright/contract/time.ts'
import { ServiceError } from '../../platform/errors.ts'
import { decryptSecret } from '../../platform/secrets/secrets.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { ChannelNumber } from '../port.ts'
import { AccountEntity } from './accounts/account-entity.ts'

/** Encrypted access tokens, by organisation and account. */
const accessTokens = new ShortCache<string>(60_000)

/** Returns the token that acts for a number. */
export async function accessTokenOf({
  organizationId,
  accountId,
}: Pick<ChannelNumber, 'organizationId' | 'accountId'>): Promise<string> {
  const { data } = accountId
    ? await AccountEntity.get({ organizationId, id: accountId }).go({ consistent: true })
    : { data: null }
  if (!data)
    throw new ServiceError(
      'upstream_error',
      'The number is not connected to the messaging provider. Connect its account first.',
    )
  return await decryptSecret('provider-token', organizationId, data.accessToken)
}

/** Returns a token up to a minute old. If the provider rejects it, use the current one of `accessTokenOf`. */
export async function recentAccessTokenOf(
  number: Pick<ChannelNumber, 'organizationId' | 'accountId'>,
  now: EpochMs,
): Promise<string> {
  const { organizationId, accountId = '' } = number
  const key = `${organizationId}#${accountId}`
  const token = await accessTokens.getOrRead(key, now, async () => {
    const { data } = accountId ? await AccountEntity.get({ organizationId, id: accountId }).go() : { data: null }
    return data?.accessToken
  })
  return token === undefined
    ? await accessTokenOf(number)
    : await decryptSecret('provider-token', organizationId, token)
}
