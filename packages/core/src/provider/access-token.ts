import { AccountEntity } from '../accounts/account-entity.ts'
import { ServiceError } from '../errors.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import { decryptSecret } from '../secrets/secrets.ts'

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
