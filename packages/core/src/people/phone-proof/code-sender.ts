import type { EntityItem } from 'electrodb'
import { CodeSenderEntity } from './code-sender-entity.ts'

export type CodeSender = Omit<EntityItem<typeof CodeSenderEntity>, 'updatedAt'>

/** Returns the sender of codes, or null if no operator chose one. */
export async function findCodeSender(): Promise<CodeSender | null> {
  return (await CodeSenderEntity.get({}).go()).data
}

/** Stores the sender of codes. */
export async function putCodeSender(sender: CodeSender, now: number): Promise<void> {
  await CodeSenderEntity.upsert({ ...sender, updatedAt: now }).go()
}
