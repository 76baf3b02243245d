import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { unknownObject } from './graph-error.ts'

/** `GET /{version}/{id}`: the id alone says what it is; here, a media file. */
export const getObject: Route<World> = {
  method: 'GET',
  path: '/{version}/{id}',
  handle(call, world) {
    const id = call.param('id')
    const media = world.media.describe(id)
    if (!media) throw unknownObject(id)
    return { status: 200, body: media }
  },
}
