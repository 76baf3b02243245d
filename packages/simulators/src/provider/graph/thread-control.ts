import * as v from 'valibot'
import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { check, GraphError, parseJson, unknownObject } from './graph-error.ts'

const Person = v.optional(v.pipe(v.string(), v.nonEmpty()))
const Input = v.object({
  messaging_product: v.literal('whatsapp'),
  to: Person,
  recipient: Person,
  action: v.picklist(['take', 'pass', 'release']),
  metadata: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  control_pass: v.optional(v.object({ target_role: v.literal('ai_agent') })),
})

/** A call that took or passed the control of a conversation. */
export interface ThreadControl {
  readonly phoneNumberId: string
  /** Digits or user id. */
  readonly customer: string
  readonly action: 'take' | 'pass' | 'release'
  /** The agent of the provider, or the escalation partner without a target. */
  readonly target: string | undefined
  readonly metadata: string | undefined
}

/** `POST /{version}/{phone number id}/thread_control`: takes, passes or releases the control of a conversation. */
export const controlThread: Route<World> = {
  method: 'POST',
  path: '/{version}/{phoneNumberId}/thread_control',
  handle(call, world) {
    const phoneNumberId = call.param('phoneNumberId')
    if (!world.numbers.some((number) => number.phoneNumberId === phoneNumberId)) throw unknownObject(phoneNumberId)
    const { to, recipient, action, control_pass, metadata } = check(Input, parseJson(call.body))
    const customer = to ?? recipient
    if (customer === undefined) throw new GraphError({ code: 131008, details: 'to or recipient is required' })
    if (control_pass && action !== 'pass')
      throw new GraphError({ code: 100, details: 'control_pass is only valid with the action pass' })
    const { code, status } = world.faults.take()
    if (code !== undefined) throw new GraphError({ code, status })
    if (action === 'take' && !world.mayTakeControl) throw new GraphError({ code: 2494191, status: 400 })
    world.threadControls.push({ phoneNumberId, customer, action, target: control_pass?.target_role, metadata })
    return { status: 200, body: { messaging_product: 'whatsapp' } }
  },
}
