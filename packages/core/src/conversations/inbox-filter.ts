import type { TurnFailure } from '@replywright/contract/causes.ts'
import { SANDBOX_PHONE_NUMBER_ID } from '../channel/numbers/numbers.ts'
import { foldText } from '../platform/fold-text.ts'
import type { ConversationItem } from './conversation-entity.ts'
import { isTakenOver, unreadOf } from './inbox-view.ts'

export interface InboxFilter {
  /** Each word matches a part of the contact's names and numbers, also former ones, or a user id. Digits may have common separators. */
  readonly search?: string
  /** Digits without plus. @default all numbers but the sandbox number */
  readonly msgNumber?: string
  readonly needsHuman?: boolean
  readonly takenOver?: boolean
  readonly unread?: boolean
  readonly failure?: TurnFailure
}

type Filtered = Pick<
  ConversationItem,
  | 'contactName'
  | 'contactNumber'
  | 'contactUserId'
  | 'contactUsername'
  | 'left'
  | 'msgNumber'
  | 'phoneNumberId'
  | 'handoff'
  | 'humanNeededSince'
  | 'humanTakeoverUntil'
  | 'inboundSeq'
  | 'readSeq'
  | 'answeredSeq'
  | 'failure'
>

/** Returns whether a filter can exclude conversations. */
export function isFiltered({ search, msgNumber, needsHuman, takenOver, unread, failure }: InboxFilter): boolean {
  return [search || undefined, msgNumber, needsHuman, takenOver, unread, failure].some((value) => value !== undefined)
}

/** Returns a function that tells whether a conversation matches a filter. `now` in milliseconds. */
export function inboxMatcher(filter: InboxFilter, now: number): (conversation: Filtered) => boolean {
  const { search = '', msgNumber, needsHuman, takenOver, unread, failure } = filter
  const wanted = isDigits(search) ? [search] : search.split(/\s+/).filter((word) => word !== '')
  const words = wanted.map((word) => ({
    text: foldText(word),
    digits: isDigits(word) ? word.replace(/\D/g, '') : undefined,
  }))
  return (conversation) => {
    const { contactName, contactNumber = '', contactUserId = '', contactUsername = '', left = [] } = conversation
    const isTrial = conversation.phoneNumberId.startsWith(SANDBOX_PHONE_NUMBER_ID)
    if ((msgNumber !== undefined || isTrial) && conversation.msgNumber !== msgNumber) return false
    const { handoff, humanNeededSince } = conversation
    const waits = humanNeededSince !== undefined || (handoff !== undefined && !isTakenOver(conversation, now))
    if (needsHuman !== undefined && waits !== needsHuman) return false
    if (takenOver !== undefined && isTakenOver(conversation, now) !== takenOver) return false
    if (unread !== undefined && unreadOf(conversation) > 0 !== unread) return false
    if (failure !== undefined && conversation.failure?.cause !== failure) return false
    if (words.length === 0) return true
    const former = left.map((each) => each.name)
    const numbers = [contactNumber, ...former.filter((each) => /^\d+$/.test(each))]
    const usernames = valuesOf([`@${contactUsername}`, ...former], '@')
    const ids = valuesOf([`user:${contactUserId}`, ...former], 'user:')
    const name = foldText(contactName)
    return words.every(
      ({ text, digits }) =>
        name.includes(text) ||
        (digits
          ? numbers.some((each) => hasDigits(each, digits))
          : usernames.some((each) => each.includes(text.replace(/^@/, ''))) ||
            ids.includes(text.replace(/^user:/, ''))),
    )
  }
}

/** Returns the folded values of names (`nameKey`) of a kind. */
function valuesOf(names: readonly string[], prefix: '@' | 'user:'): string[] {
  return names.flatMap((name) =>
    name.startsWith(prefix) && name.length > prefix.length ? [foldText(name.slice(prefix.length))] : [],
  )
}

/** Returns whether a search is for a phone number: digits with common separators. */
export function isDigits(search: string): boolean {
  return /\d/.test(search) && /^[+\d\s().-]+$/.test(search)
}

/** Returns whether digits are a part of a number, also with the prefix of national or international calls. */
function hasDigits(number: string, digits: string): boolean {
  return number.includes(digits) || (digits.length > 3 && number.includes(digits.replace(/^00?(?=[1-9])/, '')))
}
