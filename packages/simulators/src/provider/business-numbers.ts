import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import type { BusinessNumber } from './webhook-envelopes.ts'

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
    const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    const added = kept
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
