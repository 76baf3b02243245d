import * as media from '@replywright/contract/media.ts'
import { mediaLocation } from '@replywright/core/conversations/media/media.ts'
import { publicRoute } from '@replywright/http/route.ts'

export const getRoute = () =>
  publicRoute(media.getMedia, async ({ params, now, event }) => ({
    statusCode: media.getMedia.status,
    headers: {
      location: await mediaLocation(params.token, now),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': event.requestContext.requestId,
    },
    body: '',
  }))
