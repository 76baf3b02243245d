/** A tenant with fewer messages in flight is not noisy by their number. */
const NOISY_IN_FLIGHT = 30

/** A larger share of the messages in flight, or of the processing time, makes a tenant noisy. */
const NOISY_SHARE = 0.1

/** A tenant that sent nothing for so long is quiet. */
const QUIET_AFTER_MILLISECONDS = 5 * 60_000

/** How fast processing time is forgotten: AWS says "recent" and no more. */
const HALF_LIFE_MILLISECONDS = 60_000

interface Tenant {
  inFlight: number
  /** Sum of the times at which its messages in flight were received. */
  receivedAt: number
  lastSentAt: number
  processed: number
}

/**
 * Who uses how much of the consumers of one standard queue, by message group: the rules of SQS fair queues. A message
 * without a group is a tenant of its own, always quiet; it counts in the totals.
 */
export class TenantShares {
  readonly #now: () => number
  readonly #tenants = new Map<string, Tenant>()
  readonly #all: Tenant
  #forgottenAt: number

  constructor(now: () => number) {
    this.#now = now
    this.#forgottenAt = now()
    this.#all = newTenant(now())
  }

  /** Whether anything is known of a group, and none of its messages are in flight. */
  isIdle(group: string): boolean {
    return this.#tenants.get(group)?.inFlight === 0
  }

  inFlight(group: string): number {
    return this.#tenants.get(group)?.inFlight ?? 0
  }

  /** A message was sent. `first` when no other of its group is there: what was before is forgotten. */
  sent(group: string, first: boolean): void {
    if (first) this.#tenants.delete(group)
    this.#tenant(group).lastSentAt = this.#now()
  }

  received(group: string | undefined): void {
    for (const tenant of this.#concerned(group)) {
      tenant.inFlight += 1
      tenant.receivedAt += this.#now()
    }
  }

  /** A message that was received at `receivedAt` was deleted, or became visible again. */
  ended(group: string | undefined, receivedAt: number): void {
    this.#forget()
    for (const tenant of this.#concerned(group)) {
      tenant.inFlight -= 1
      tenant.receivedAt -= receivedAt
      tenant.processed += this.#now() - receivedAt
    }
  }

  isNoisy(group: string): boolean {
    const tenant = this.#tenants.get(group)
    if (!tenant || this.#now() - tenant.lastSentAt >= QUIET_AFTER_MILLISECONDS) return false
    this.#forget()
    const crowds = tenant.inFlight >= NOISY_IN_FLIGHT && tenant.inFlight > this.#all.inFlight * NOISY_SHARE
    return crowds || this.#processingTime(tenant) > this.#processingTime(this.#all) * NOISY_SHARE
  }

  #processingTime({ processed, inFlight, receivedAt }: Tenant): number {
    return processed + inFlight * this.#now() - receivedAt
  }

  #concerned(group: string | undefined): readonly Tenant[] {
    return group === undefined ? [this.#all] : [this.#all, this.#tenant(group)]
  }

  #tenant(group: string): Tenant {
    const known = this.#tenants.get(group)
    if (known) return known
    const tenant = newTenant(this.#now())
    this.#tenants.set(group, tenant)
    return tenant
  }

  #forget(): void {
    const now = this.#now()
    const remaining = 0.5 ** ((now - this.#forgottenAt) / HALF_LIFE_MILLISECONDS)
    // Each call would otherwise walk through all tenants.
    if (remaining > 0.99) return
    this.#forgottenAt = now
    for (const tenant of [this.#all, ...this.#tenants.values()]) tenant.processed *= remaining
    for (const [group, { inFlight, processed }] of this.#tenants) {
      if (inFlight === 0 && processed < 1) this.#tenants.delete(group)
    }
  }
}

function newTenant(lastSentAt: number): Tenant {
  return { inFlight: 0, receivedAt: 0, lastSentAt, processed: 0 }
}
