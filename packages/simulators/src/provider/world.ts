import type { Clock } from '../clock.ts'
import type { Chats } from './chats.ts'
import type { Customers } from './customers.ts'
import type { Faults } from './faults.ts'
import type { MediaStore } from './media.ts'
import { type BusinessNumber, digitsOf } from './webhook-envelopes.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Everything a route of the provider works on. */
export interface World {
  clock: Clock
  numbers: readonly BusinessNumber[]
  /** Any bearer token is good when undefined. */
  accessToken: string | undefined
  serviceWindowSeconds: number
  /** `reject`: answered 400; `fail-later`: accepted, then a `failed` status. The provider does both. */
  outsideWindow: 'reject' | 'fail-later'
  chats: Chats
  customers: Customers
  media: MediaStore
  webhooks: WebhookSender
  faults: Faults
}

/** By the provider's id or by digits. */
export function findNumber(numbers: readonly BusinessNumber[], name: string): BusinessNumber | undefined {
  const digits = digitsOf(name)
  return numbers.find(
    (number) => number.phoneNumberId === name || (digits !== '' && digitsOf(number.displayPhoneNumber) === digits),
  )
}
