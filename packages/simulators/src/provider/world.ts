import type { Clock } from '../clock.ts'
import type { Chats } from './chats.ts'
import type { Customers } from './customers.ts'
import type { Faults } from './faults.ts'
import type { MediaStore } from './media.ts'
import type { Signups } from './signup/signups.ts'
import type { Templates } from './templates.ts'
import { type BusinessNumber, digitsOf } from './webhook-envelopes.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Everything a route of the provider works on. */
export interface World {
  clock: Clock
  numbers: readonly BusinessNumber[]
  addNumber(number: BusinessNumber): void
  /** The PIN that a number was registered with, by the provider's id. */
  pins: Map<string, string>
  /** Any bearer token is good when undefined. */
  accessToken: string | undefined
  serviceWindowSeconds: number
  /** `reject`: answered 400; `fail-later`: accepted, then a `failed` status. The provider does both. */
  outsideWindow: 'reject' | 'fail-later'
  chats: Chats
  customers: Customers
  media: MediaStore
  templates: Templates
  signups: Signups
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
