import { setPicture as endpoint } from '@messaging/contract/agents-files.ts'
import { setPicture } from '@messaging/core/agents/agents/set-picture.ts'
import { readForm } from '@messaging/http/form.ts'
import { route } from '@messaging/http/route.ts'

/** POST /api/v1/agents/{id}/picture/ */
export const handler = route(
  endpoint,
  ({ caller, params, id, body, now }) => setPicture(caller, params.id, id, body.file, now),
  {
    keepsAnswers: false,
    readForm,
  },
)
