import { newId } from '../../platform/clock.ts'
import { connectAccount } from '../accounts/connect-account.ts'
import { createNumber, type ListenersToAll } from './create-number.ts'
import type { NumberItem } from './number-entity.ts'

interface ConnectNumberInput {
  /** The provider's id of the business account. */
  readonly waId: string
  readonly accountName: string
  readonly accessToken: string
  readonly phoneNumberId: string
  /** Digits without plus. */
  readonly number: string
}

/** Connects a number, or updates its token. @throws ServiceError 409 if another organisation has it */
export async function connectNumber(
  organizationId: string,
  { waId, accountName, accessToken, phoneNumberId, number }: ConnectNumberInput,
  listenersToAll: ListenersToAll,
  now: number,
): Promise<NumberItem> {
  const accountId = await connectAccount(organizationId, { waId, name: accountName, accessToken }, now)
  return await createNumber(
    {
      phoneNumberId,
      id: newId(),
      organizationId,
      number,
      accountId,
      sandbox: false,
      connectedAt: now,
    },
    listenersToAll,
  )
}
