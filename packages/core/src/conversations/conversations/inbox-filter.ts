import type { ConversationItem } from './conversation-entity.ts'
import { isTakenOver } from './inbox-view.ts'

export interface InboxFilter {
  /** Digits: how the contact's number begins. Anything else: part of the contact's name. */
  readonly search?: string
  /** Digits without plus. */
  readonly msgNumber?: string
  readonly needsHuman?: boolean
  readonly takenOver?: boolean
}

type Filtered = Pick<
  ConversationItem,
  'contactName' | 'contactNumber' | 'msgNumber' | 'humanNeededSince' | 'humanTakeoverUntil'
>

/** Whether a conversation passes a filter. `now` in milliseconds. */
export function isWanted(conversation: Filtered, filter: InboxFilter, now: number): boolean {
  const { search = '', msgNumber, needsHuman, takenOver } = filter
  if (msgNumber !== undefined && conversation.msgNumber !== msgNumber) return false
  if (needsHuman !== undefined && (conversation.humanNeededSince !== undefined) !== needsHuman) return false
  if (takenOver !== undefined && isTakenOver(conversation, now) !== takenOver) return false
  if (isDigits(search)) return conversation.contactNumber?.startsWith(search.replace(/\D/g, '')) ?? false
  return conversation.contactName.toLowerCase().includes(search.toLowerCase())
}

/** Whether a search is for a phone number: digits as people write them. */
export function isDigits(search: string): boolean {
  return /\d/.test(search) && /^[+\d\s()-]+$/.test(search)
}
