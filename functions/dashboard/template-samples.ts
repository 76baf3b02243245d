import { uploadTemplateSample } from '@messaging/contract/dashboard/template-samples.ts'
import { uploadSample } from '@messaging/core/channel/templates/templates.ts'
import { readForm } from '@messaging/http/form.ts'
import { route } from '@messaging/http/route.ts'

export const uploadRoute = () =>
  route(uploadTemplateSample, ({ caller, body, now }) => uploadSample(caller.organizationId, body.file, now), {
    readForm,
  })
