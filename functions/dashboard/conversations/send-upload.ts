import { sendUpload as endpoint } from '@messaging/contract/dashboard/thread.ts'
import { sendUploadedFile } from '@messaging/core/conversations/media/send-upload.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/conversations/{id}/files/ */
export const handler = route(endpoint, ({ caller, params, body, id }) =>
  sendUploadedFile(caller, params.id, id, body, systemClock),
)
