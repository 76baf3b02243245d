import type { EntityItem } from 'electrodb'
import { validate as isUuid } from 'uuid'
import { notFound } from '../../../platform/errors.ts'
import { entity, key } from '../../../platform/table/entity.ts'

/** Returns the organisation's account. @throws ServiceError 404 if it does not exist */
export async function getAccount(organizationId: string, id: string): Promise<AccountItem> {
  const { data } = isUuid(id)
    ? await AccountEntity.get({ organizationId, id }).go({ consistent: true })
    : { data: null }
  if (!data) throw notFound('account')
  return data
}

/**
 * A business account at the provider. Access: by id within its organisation; all of an organisation; all with the
 * provider's id, because several organisations can use one account. Stored while it is connected.
 */
export const AccountEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'account', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    /** The provider's id of the account. */
    waId: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    /** Encrypted, purpose `provider-token`. */
    accessToken: { type: 'string', required: true },
    /** When the provider last refused its marketing path for the account. */
    marketingRefusedAt: { type: 'number' },
    createdAt: { type: 'number', required: true, readOnly: true },
  },
  indexes: {
    byId: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'account#${id}') },
    byWaId: { index: 'gsi1', pk: key('gsi1pk', 'wa#${waId}'), sk: key('gsi1sk', '${organizationId}') },
  },
}))
export type AccountItem = EntityItem<typeof AccountEntity>
