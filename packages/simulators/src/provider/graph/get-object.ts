import type { Route } from '../../router.ts'
import { templateObject } from '../templates.ts'
import type { World } from '../world.ts'
import { findAccount } from './account.ts'
import { unknownObject } from './graph-error.ts'
import { phoneNumberObject } from './phone-number.ts'

/** `GET /{version}/{id}`: a number, account, template or media file (of the number in `phone_number_id`, if given). */
export const getObject: Route<World> = {
  method: 'GET',
  path: '/{version}/{id}',
  handle({ param, query }, world) {
    const found = describe(param('id'), query.get('phone_number_id'), world)
    if (!found) throw unknownObject(param('id'))
    return { status: 200, body: found }
  },
}

function describe(id: string, phoneNumberId: string | null, world: World) {
  const number = world.numbers.find((other) => other.phoneNumberId === id)
  if (number) return phoneNumberObject(number)
  const account = findAccount(world, id)
  if (account) return { id, name: account.name }
  const template = world.templates.get(id)
  return template ? templateObject(template) : world.media.describe(id, phoneNumberId)
}
