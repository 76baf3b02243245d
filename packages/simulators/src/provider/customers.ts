/** A customer of the network. Known by phone digits, by user id, or by both. */
export interface CustomerSettings {
  /** `false`: not on the network any more; sending fails with 131026. */
  reachable?: boolean
}

/** Who can be reached, and which user id belongs to which phone. */
export class Customers {
  readonly #phoneOf = new Map<string, string>()
  readonly #unreachable = new Set<string>()

  /** From now on the user id and the phone are the same customer. */
  link(userId: string, phone: string): void {
    this.#phoneOf.set(userId, phone)
  }

  /** The key under which chats know a customer: the phone where it is known, else the user id. */
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
