import { getMedia } from '@messaging/contract/media.ts'
import { mediaLocation } from '@messaging/core/conversations/media/get-media.ts'
import { publicRoute } from '@messaging/http/route.ts'

/** GET /media/{token}/ */
export const handler = publicRoute(getMedia, async ({ params, now, event }) => ({
  statusCode: getMedia.status,
  headers: {
    location: await mediaLocation(params.token, now),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-request-id': event.requestContext.requestId,
  },
  body: '',
}))
