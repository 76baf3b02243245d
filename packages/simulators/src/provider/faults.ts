import * as v from 'valibot'

/** What goes wrong with one send, or with one template that is submitted or one account that is subscribed to (`code`): by default nothing is recorded, and the error is answered. */
export const Fault = v.strictObject({
  /** The provider's error code; its usual HTTP status unless `status` says otherwise. */
  code: v.optional(v.number()),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  /** A page as a load balancer answers it, instead of an error object. */
  html: v.optional(v.string()),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Cut the connection `before` the message is taken, or `after`: then it is sent although no answer came. */
  reset: v.optional(v.picklist(['before', 'after'])),
  /** Report `sent` before the send is answered. */
  statusFirst: v.optional(v.boolean()),
  /** How many sends it hits. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
})
export type Fault = v.InferInput<typeof Fault>
export type PlannedFault = Omit<v.InferOutput<typeof Fault>, 'times'>

/** Faults in the order in which they will happen. */
export class Faults {
  #planned: PlannedFault[] = []

  plan(fault: Fault): void {
    const { times, ...planned } = v.parse(Fault, fault)
    this.#planned.push(...Array.from({ length: times }, () => planned))
  }

  take(): PlannedFault {
    return this.#planned.shift() ?? {}
  }

  clear(): void {
    this.#planned = []
  }
}
