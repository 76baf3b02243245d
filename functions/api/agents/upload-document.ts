import { uploadDocument as endpoint } from '@messaging/contract/agents-files.ts'
import { announceDocument, uploadDocument } from '@messaging/core/agents/documents/add-document.ts'
import { readForm } from '@messaging/http/form.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/agents/{id}/documents/ */
export const handler = route(
  endpoint,
  ({ caller, params, id, body, now }) =>
    'file' in body
      ? uploadDocument(caller, params.id, id, body, now)
      : announceDocument(caller, params.id, id, body, now),
  { keepsAnswers: false, readForm },
)
