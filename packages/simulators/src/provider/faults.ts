import * as v from 'valibot'

/** What fails in one send, submitted template or subscribed account (`code`). By default only the error is returned. */
export const Fault = v.strictObject({
  /** The provider's error code, with its usual HTTP status unless `status` is set. */
  code: v.optional(v.number()),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  /** An HTML page as a load balancer returns it, instead of an error object. */
  html: v.optional(v.string()),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** The response waits for it. */
  until: v.optional(v.promise()),
  /** Closes the connection `before` the message is accepted, or `after`: then it is sent without a response. */
  reset: v.optional(v.picklist(['before', 'after'])),
  /** Reports `sent` before the response to the send. */
  statusFirst: v.optional(v.boolean()),
  /** Only sends to this customer fail. @default all */
  to: v.optional(v.string()),
  /** Number of affected sends. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
})
export type Fault = v.InferInput<typeof Fault>
export type PlannedFault = Omit<v.InferOutput<typeof Fault>, 'times'>

/** Faults in the order in which they apply. */
export class Faults {
  #planned: PlannedFault[] = []

  plan(fault: Fault): void {
    const { times, ...planned } = v.parse(Fault, fault)
    this.#planned.push(...Array.from({ length: times }, () => planned))
  }

  /** Removes and returns the next fault, for a send the next one for its customer. Returns {} if there is none. */
  take(customer?: string): PlannedFault {
    const index = this.#planned.findIndex(({ to }) => to === undefined || to === customer)
    return (index < 0 ? undefined : this.#planned.splice(index, 1)[0]) ?? {}
  }

  clear(): void {
    this.#planned = []
  }
}
