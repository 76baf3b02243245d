import { createUpload as endpoint } from '@messaging/contract/dashboard/thread.ts'
import { createFileUpload } from '@messaging/core/conversations/media/create-upload.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/conversations/{id}/uploads/ */
export const handler = route(
  endpoint,
  ({ caller, params, body, id }) => createFileUpload(caller.organizationId, params.id, id, body),
  // The response has a signature that allows the upload.
  { keepsAnswers: false },
)
