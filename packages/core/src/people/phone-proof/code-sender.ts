import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

export type CodeSender = Omit<EntityItem<typeof CodeSenderEntity>, 'updatedAt'>

/** Returns the sender of codes, or null if no operator chose one. */
export async function findCodeSender(): Promise<CodeSender | null> {
  return (await CodeSenderEntity.get({}).go()).data
}

/** Stores the sender of codes. */
export async function putCodeSender(sender: CodeSender, now: number): Promise<void> {
  await CodeSenderEntity.upsert({ ...sender, updatedAt: now }).go()
}

/**
 * The number and the template that codes are sent with. One item, set by `npm run ops -- phone-codes set`: who owns the
 * number may be able to read what it sends, so no organisation can choose it. No expiry.
 */
const CodeSenderEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'phoneCodeSender', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true },
      /** The provider's id of the number. */
      phoneNumberId: { type: 'string', required: true },
      /** The name of an approved template of the number's account. The code is its only variable. */
      templateName: { type: 'string', required: true },
      language: { type: 'string', required: true },
      /** Whether the template has a button that copies the code, which takes the code, too. */
      hasCopyButton: { type: 'boolean', required: true },
      updatedAt: { type: 'number', required: true },
    },
    indexes: {
      only: {
        pk: key('pk', 'settings'),
        sk: key('sk', 'phoneCodes'),
      },
    },
  },
  table,
)
