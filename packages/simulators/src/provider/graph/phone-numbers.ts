import * as v from 'valibot'
import { randomDigits } from '../../clock.ts'
import type { Route } from '../../router.ts'
import { type BusinessNumber, digitsOf } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'
import { check, GraphError, parseJson, unknownObject } from './graph-error.ts'

const Registration = v.object({ messaging_product: v.literal('whatsapp'), pin: v.pipe(v.string(), v.regex(/^\d{6}$/)) })

/** `POST /{version}/{phone number id}/register`: registers a number. Its first PIN remains valid. */
export const registerPhoneNumber: Route<World> = {
  method: 'POST',
  path: '/{version}/{phoneNumberId}/register',
  handle(call, { numbers, pins }) {
    const id = call.param('phoneNumberId')
    if (!numbers.some(({ phoneNumberId }) => phoneNumberId === id)) throw unknownObject(id)
    const { pin } = check(Registration, parseJson(call.body))
    if ((pins.get(id) ?? pin) !== pin)
      throw new GraphError({ code: 133005, message: 'Two step verification PIN Mismatch' })
    pins.set(id, pin)
    return { status: 200, body: { success: true } }
  },
}

/** `POST /{version}/{account id}/subscribed_apps`: sends the account's webhooks to the app. */
export const subscribeApp: Route<World> = {
  method: 'POST',
  path: '/{version}/{wabaId}/subscribed_apps',
  handle({ param }, world) {
    const { wabaId } = requireAccount(world, param('wabaId'))
    const { code, status } = world.faults.take()
    if (code !== undefined) throw new GraphError({ code, status })
    world.signups.subscribed.add(wabaId)
    return { status: 200, body: { success: true } }
  },
}

const NOT_REGISTERED = { platform_type: 'NOT_APPLICABLE', status: 'PENDING' }

/** `GET /{version}/{account id}/phone_numbers` */
export const getPhoneNumbers: Route<World> = {
  method: 'GET',
  path: '/{version}/{wabaId}/phone_numbers',
  handle(call, world) {
    const wabaId = call.param('wabaId')
    requireAccount(world, wabaId)
    const data = world.numbers
      .filter((number) => number.wabaId === wabaId)
      .map((number) => ({ ...phoneNumberObject(number), ...(isUnregistered(number, world) && NOT_REGISTERED) }))
    return { status: 200, body: { data, paging: { cursors: { before: 'MAZDZD', after: 'MgZDZD' } } } }
  },
}

const NewNumber = v.object({
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
    const { cc, phone_number, verified_name } = check(NewNumber, parseJson(call.body))
    const displayPhoneNumber = digitsOf(cc + phone_number)
    if (world.numbers.some((number) => digitsOf(number.displayPhoneNumber) === displayPhoneNumber))
      throw new GraphError({ code: 100, details: 'The phone number is already in use.' })
    const phoneNumberId = randomDigits(15)
    world.addNumber({ phoneNumberId, displayPhoneNumber, wabaId, verifiedName: verified_name })
    return { status: 200, body: { id: phoneNumberId } }
  },
}

function isUnregistered({ phoneNumberId }: BusinessNumber, { signups, pins }: World): boolean {
  return signups.unregistered.has(phoneNumberId) && !pins.has(phoneNumberId)
}

/** A business account with its owner's `name`. */
interface BusinessAccount {
  wabaId: string
  name: string
}

const DEFAULT_NAME = 'The Daily Grind'

/** Finds an account that was signed up or has initial numbers. */
export function findAccount({ numbers, signups }: World, wabaId: string): BusinessAccount | undefined {
  const signedUp = signups.accounts.get(wabaId)
  if (signedUp) return signedUp
  return numbers.some((number) => number.wabaId === wabaId) ? { wabaId, name: DEFAULT_NAME } : undefined
}

/** Returns an account. @throws GraphError if the account does not exist */
export function requireAccount(world: World, wabaId: string): BusinessAccount {
  const account = findAccount(world, wabaId)
  if (!account) throw unknownObject(wabaId)
  return account
}

export function phoneNumberObject({ phoneNumberId, displayPhoneNumber, verifiedName }: BusinessNumber) {
  return {
    id: phoneNumberId,
    display_phone_number: displayPhoneNumber,
    verified_name: verifiedName ?? 'The Daily Grind',
    code_verification_status: 'VERIFIED',
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    status: 'CONNECTED',
    name_status: 'APPROVED',
  }
}
