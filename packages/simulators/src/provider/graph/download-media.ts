import type { Route } from '../../router.ts'
import { MEDIA_PATH } from '../media.ts'
import type { World } from '../world.ts'

/** The URL of a media file: bytes for five minutes, and only with the token; otherwise 404 without a body. */
export const downloadMedia: Route<World> = {
  method: 'GET',
  path: MEDIA_PATH,
  handle(call, world) {
    const file = world.media.open(call.query)
    if (!file) return { status: 404 }
    return { status: 200, body: file.bytes, headers: { 'content-type': file.mimeType } }
  },
}
