import * as v from 'valibot'
import { randomDigits } from '../../clock.ts'
import type { Route } from '../../router.ts'
import { digitsOf } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'
import { GraphError, unknownObject } from './graph-error.ts'
import { check, parseJson } from './validation.ts'

const Input = v.object({
  cc: v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/)),
  phone_number: v.pipe(v.string(), v.regex(/^[\d ()-]+$/)),
  verified_name: v.pipe(v.string(), v.nonEmpty()),
})

/** `POST /{version}/{account id}/phone_numbers`: adds a number that no account has. */
export const addPhoneNumber: Route<World> = {
  method: 'POST',
  path: '/{version}/{wabaId}/phone_numbers',
  handle(call, world) {
    const wabaId = call.param('wabaId')
    if (!world.numbers.some((number) => number.wabaId === wabaId)) throw unknownObject(wabaId)
    const { cc, phone_number, verified_name } = check(Input, parseJson(call.body))
    const displayPhoneNumber = digitsOf(cc + phone_number)
    if (world.numbers.some((number) => digitsOf(number.displayPhoneNumber) === displayPhoneNumber))
      throw new GraphError({ code: 100, details: 'The phone number is already in use.' })
    const phoneNumberId = randomDigits(15)
    world.addNumber({ phoneNumberId, displayPhoneNumber, wabaId, verifiedName: verified_name })
    return { status: 200, body: { id: phoneNumberId } }
  },
}
