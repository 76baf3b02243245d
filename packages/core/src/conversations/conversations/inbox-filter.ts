import type { ConversationItem } from './conversation-entity.ts'
import { isTakenOver } from './inbox-view.ts'

export interface InboxFilter {
  /** Digits match the start of the contact's number. Other text matches a part of the contact's name. */
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

/** Returns whether a conversation matches a filter. `now` in milliseconds. */
export function isWanted(conversation: Filtered, filter: InboxFilter, now: number): boolean {
  const { search = '', msgNumber, needsHuman, takenOver } = filter
  if (msgNumber !== undefined && conversation.msgNumber !== msgNumber) return false
  if (needsHuman !== undefined && (conversation.humanNeededSince !== undefined) !== needsHuman) return false
  if (takenOver !== undefined && isTakenOver(conversation, now) !== takenOver) return false
  if (isDigits(search)) return conversation.contactNumber?.startsWith(search.replace(/\D/g, '')) ?? false
  return conversation.contactName.toLowerCase().includes(search.toLowerCase())
}

/** Returns whether a search is for a phone number: digits with common separators. */
export function isDigits(search: string): boolean {
  return /\d/.test(search) && /^[+\d\s()-]+$/.test(search)
}
