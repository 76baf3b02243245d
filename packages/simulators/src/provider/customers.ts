/** A customer of the network, known by phone digits, by user id, or by both. */
export interface CustomerSettings {
  /** `false`: no longer on the network; sending fails with 131026. */
  reachable?: boolean
}

/** The reachable customers, and the user id of each phone. */
export class Customers {
  readonly #phoneOf = new Map<string, string>()
  readonly #unreachable = new Set<string>()

  /** Links a user id to a phone of the same customer. */
  link(userId: string, phone: string): void {
    this.#phoneOf.set(userId, phone)
  }

  /** Returns the key of a customer in chats: the phone if it is known, otherwise the user id. */
  key(phoneOrUserId: string): string {
    return this.#phoneOf.get(phoneOrUserId) ?? phoneOrUserId
  }

  set(customer: string, { reachable }: CustomerSettings): void {
    if (reachable === false) this.#unreachable.add(customer)
    if (reachable === true) this.#unreachable.delete(customer)
  }

  isReachable(customer: string): boolean {
    return !this.#unreachable.has(customer)
  }
}
