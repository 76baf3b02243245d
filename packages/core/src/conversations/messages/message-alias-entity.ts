import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import type { MessageRef } from './message-ids.ts'

/** Days in which a status without our callback data still finds its message. */
const ALIAS_DAYS = 30

/** The outbound message of an id of the provider. Access: by number and that id. Stored 30 days. */
const MessageAliasEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'messageAlias', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    phoneNumberId: { type: 'string', required: true, readOnly: true },
    waId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true },
    messageId: { type: 'string', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byWaId: { pk: key('pk', 'sent#${organizationId}#${phoneNumberId}#${waId}'), sk: key('sk', 'alias') },
  },
}))

interface ProviderMessageId {
  readonly organizationId: string
  readonly phoneNumberId: string
  readonly waId: string
}

export async function aliasMessage(id: ProviderMessageId, ref: MessageRef, now: EpochMs): Promise<void> {
  await MessageAliasEntity.create({ ...id, ...ref, expiresAt: expiryAfter(now, ALIAS_DAYS) }).go({
    returnOnConditionCheckFailure: true,
  })
}

export async function findAliasedMessage(id: ProviderMessageId): Promise<MessageRef | undefined> {
  const { data } = await MessageAliasEntity.get(id).go({ consistent: true })
  return data ?? undefined
}

/** Deletes the alias of an erased message. Idempotent. */
export async function removeAlias(id: ProviderMessageId): Promise<void> {
  await MessageAliasEntity.delete(id).go()
}
