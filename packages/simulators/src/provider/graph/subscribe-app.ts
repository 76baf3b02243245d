import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { requireAccount } from './account.ts'
import { GraphError } from './graph-error.ts'

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
