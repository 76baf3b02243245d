import type { Route } from '../../router.ts'
import type { BusinessNumber } from '../webhook-envelopes.ts'
import type { World } from '../world.ts'
import { requireAccount } from './account.ts'
import { phoneNumberObject } from './phone-number.ts'

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

function isUnregistered({ phoneNumberId }: BusinessNumber, { signups, pins }: World): boolean {
  return signups.unregistered.has(phoneNumberId) && !pins.has(phoneNumberId)
}
