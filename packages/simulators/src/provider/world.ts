import type { Clock } from '../clock.ts'
import type { Chats } from './chats.ts'
import type { Customers } from './customers.ts'
import type { Faults } from './faults.ts'
import type { MediaStore } from './media.ts'
import type { Signups } from './signup/signups.ts'
import type { Templates } from './templates.ts'
import type { Limits, Traffic } from './traffic.ts'
import { type BusinessNumber, digitsOf } from './webhook-envelopes.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The state that all routes of the provider share. */
export interface World {
  clock: Clock
  numbers: readonly BusinessNumber[]
  addNumber(number: BusinessNumber): void
  /** The PIN of each registered number, by the provider's id. */
  pins: Map<string, string>
  /** Undefined: any bearer token is accepted. */
  accessToken: string | undefined
  serviceWindowSeconds: number
  /** `reject`: a 400 response; `fail-later`: accepted, then a `failed` status. The provider does both. */
  outsideWindow: 'reject' | 'fail-later'
  limits: Limits
  traffic: Traffic
  chats: Chats
  customers: Customers
  media: MediaStore
  templates: Templates
  signups: Signups
  webhooks: WebhookSender
  faults: Faults
}

/** Finds a number by the provider's id or by digits. */
export function findNumber(numbers: readonly BusinessNumber[], name: string): BusinessNumber | undefined {
  const digits = digitsOf(name)
  return numbers.find(
    (number) => number.phoneNumberId === name || (digits !== '' && digitsOf(number.displayPhoneNumber) === digits),
  )
}
