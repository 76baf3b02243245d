import { appendFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import type { Chats } from './chats.ts'
import type { Era } from './era.ts'
import type { Faults } from './faults.ts'
import type { ThreadControl } from './graph/thread-control.ts'
import type { MediaStore } from './media.ts'
import type { Signups } from './signup/signups.ts'
import { readStoredLines, StoredMap } from './stored-lines.ts'
import type { Templates } from './templates.ts'
import { type BusinessNumber, digitsOf } from './webhook-envelopes.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The state that all routes of the provider share. */
export interface World {
  clock: Clock
  era: Era
  numbers: readonly BusinessNumber[]
  addNumber(number: BusinessNumber): void
  /** The PIN of each registered number, by the provider's id. */
  pins: Map<string, string>
  /** Undefined: any bearer token is accepted. */
  accessToken: string | undefined
  serviceWindowSeconds: number
  /** `reject`: a 400 response; `fail-later`: accepted, then a `failed` status. The provider does both. */
  outsideWindow: 'reject' | 'fail-later'
  /** What `health_status` of a number says. Notices of a ban or restriction change it. */
  canSend: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
  /** Which path accepts marketing templates: both, or only one. */
  /** Whether the app is the escalation partner, which may take control. */
  mayTakeControl: boolean
  readonly threadControls: ThreadControl[]
  marketing: 'both' | 'messages' | 'marketing_messages'
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

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    phoneNumberId: v.string(),
    displayPhoneNumber: v.string(),
    wabaId: v.string(),
    verifiedName: v.optional(v.string()),
  }),
)

/** The numbers of all accounts. Added numbers are stored in a file, if there is one, as one JSON line each. */
export class BusinessNumbers {
  readonly all: BusinessNumber[]
  /** The PIN of each registered number, by the provider's id. */
  readonly pins = new Map<string, string>()
  readonly #file: string | undefined
  readonly #initialCount: number

  constructor(initial: readonly BusinessNumber[], file?: string) {
    const added = (file === undefined ? [] : readStoredLines(file))
      .map((line) => v.safeParse(Line, line))
      .flatMap(({ success, output }) => (success ? [output] : []))
    this.all = [...initial, ...added]
    this.#initialCount = initial.length
    this.#file = file
  }

  add(number: BusinessNumber): void {
    this.all.push(number)
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(number)}\n`)
  }

  /** Removes the added numbers and all PINs. */
  clearAdded(): void {
    this.all.splice(this.#initialCount)
    this.pins.clear()
    if (this.#file !== undefined) rmSync(this.#file, { force: true })
  }
}

/** A customer of the network, known by phone digits, by user id, or by both. */
export interface CustomerSettings {
  /** `false`: no longer on the network; sending fails with 131026. */
  reachable?: boolean
  /** The digits by which the network knows the customer, if the number to which messages are sent differs. */
  knownAs?: string
}

/** The reachable customers, their names, and the user id of each phone. */
export class Customers {
  readonly #names: StoredMap<string>
  readonly #phoneOf = new Map<string, string>()
  readonly #unreachable = new Set<string>()

  /** `file` keeps the names over a restart. */
  constructor(file?: string) {
    this.#names = new StoredMap(v.string(), file)
  }

  /** Stores a new name of the customer's profile, and returns the name. */
  nameOf(key: string, name?: string): string {
    if (name !== undefined && name !== this.#names.get(key)) this.#names.set(key, name)
    return this.#names.get(key) ?? `Customer ${key.slice(-4)}`
  }

  /** Links a user id, or another number, to a phone of the same customer. */
  link(userId: string, phone: string): void {
    this.#phoneOf.set(userId, phone)
  }

  /** Returns the key of a customer in chats: the phone if it is known, otherwise the user id. */
  key(phoneOrUserId: string): string {
    return this.#phoneOf.get(phoneOrUserId) ?? phoneOrUserId
  }

  set(customer: string, { reachable, knownAs }: CustomerSettings): void {
    if (knownAs !== undefined) this.link(customer, knownAs)
    if (reachable === false) this.#unreachable.add(customer)
    if (reachable === true) this.#unreachable.delete(customer)
  }

  isReachable(customer: string): boolean {
    return !this.#unreachable.has(customer)
  }
}

/** A number of messages within a time. */
export interface Rate {
  messages: number
  seconds: number
}

/** The rates of a number to one customer (131056) and to all customers (130429). */
export interface Limits {
  pair?: Rate | undefined
  number?: Rate | undefined
}

/** When messages were accepted. */
export class Traffic {
  readonly #times = new Map<string, number[]>()

  /** Counts a message of `key` at a time in milliseconds, unless it exceeds the rate. Returns whether it does not. */
  fits(key: string, { messages, seconds }: Rate, now: number): boolean {
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - seconds * 1000)
    const fits = recent.length < messages
    this.#times.set(key, fits ? [...recent, now] : recent)
    return fits
  }
}
