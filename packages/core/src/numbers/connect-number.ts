import { AccountEntity } from '../accounts/account-entity.ts'
import { derivedId, newId } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { encryptSecret } from '../secrets/secrets.ts'
import { NumberEntity, type NumberItem } from './number-entity.ts'

/** A business number as the provider knows it. */
export interface ConnectNumberInput {
  /** The provider's id of the business account. */
  readonly waId: string
  readonly accountName: string
  readonly accessToken: string
  readonly phoneNumberId: string
  /** Digits without plus. */
  readonly number: string
}

/**
 * Connects a number and its business account to an organisation. Connecting it again renews the access token; 409 when the
 * number belongs to another organisation.
 */
export async function connectNumber(
  organizationId: string,
  { waId, accountName, accessToken, phoneNumberId, number }: ConnectNumberInput,
  now: number,
): Promise<NumberItem> {
  const accountId = derivedId('account', organizationId, waId)
  await AccountEntity.put({
    organizationId,
    id: accountId,
    waId,
    name: accountName,
    accessToken: await encryptSecret('provider-token', organizationId, accessToken),
    createdAt: now,
  }).go()
  const { data } = await NumberEntity.create({
    phoneNumberId,
    id: newId(),
    organizationId,
    number,
    accountId,
    sandbox: false,
    connectedAt: now,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (data?.organizationId !== organizationId)
    throw new ServiceError('conflict', 'The number is connected to another organisation.')
  return data
}
