import * as v from 'valibot'
import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { GraphError, unknownObject } from './graph-error.ts'
import { check, parseJson } from './validation.ts'

const Input = v.object({ messaging_product: v.literal('whatsapp'), pin: v.pipe(v.string(), v.regex(/^\d{6}$/)) })

/** `POST /{version}/{phone number id}/register`: registers a number. Its first PIN remains valid. */
export const registerPhoneNumber: Route<World> = {
  method: 'POST',
  path: '/{version}/{phoneNumberId}/register',
  handle(call, { numbers, pins }) {
    const id = call.param('phoneNumberId')
    if (!numbers.some(({ phoneNumberId }) => phoneNumberId === id)) throw unknownObject(id)
    const { pin } = check(Input, parseJson(call.body))
    if ((pins.get(id) ?? pin) !== pin)
      throw new GraphError({ code: 133005, message: 'Two step verification PIN Mismatch' })
    pins.set(id, pin)
    return { status: 200, body: { success: true } }
  },
}
