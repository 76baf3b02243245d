import { derivedId } from '../../platform/clock.ts'
import { encryptSecret } from '../../platform/secrets/secrets.ts'
import { AccountEntity } from './account-entity.ts'

interface ConnectAccountInput {
  /** The provider's id. */
  readonly waId: string
  readonly name: string
  readonly accessToken: string
}

/** Connects a business account to an organisation, or updates its name and access token. Returns our id of it. */
export async function connectAccount(
  organizationId: string,
  { waId, name, accessToken }: ConnectAccountInput,
  now: number,
): Promise<string> {
  const id = derivedId('account', organizationId, waId)
  const ciphertext = await encryptSecret('provider-token', organizationId, accessToken)
  const created = await AccountEntity.create({
    organizationId,
    id,
    waId,
    name,
    accessToken: ciphertext,
    createdAt: now,
  }).go({ returnOnConditionCheckFailure: true })
  if (created.rejected) await AccountEntity.patch({ organizationId, id }).set({ name, accessToken: ciphertext }).go()
  return id
}
