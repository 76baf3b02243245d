import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { unknownObject } from './graph-error.ts'

/** `GET /{version}/{account id}/phone_numbers` */
export const getPhoneNumbers: Route<World> = {
  method: 'GET',
  path: '/{version}/{wabaId}/phone_numbers',
  handle(call, world) {
    const wabaId = call.param('wabaId')
    const numbers = world.numbers.filter((number) => number.wabaId === wabaId)
    if (numbers.length === 0) throw unknownObject(wabaId)
    const data = numbers.map(({ phoneNumberId, displayPhoneNumber }) => ({
      id: phoneNumberId,
      display_phone_number: displayPhoneNumber,
      verified_name: 'The Daily Grind',
      code_verification_status: 'VERIFIED',
      quality_rating: 'GREEN',
      platform_type: 'CLOUD_API',
      throughput: { level: 'STANDARD' },
      status: 'CONNECTED',
      name_status: 'APPROVED',
    }))
    return { status: 200, body: { data, paging: { cursors: { before: 'MAZDZD', after: 'MgZDZD' } } } }
  },
}
