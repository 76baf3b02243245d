import { uploadTemplateSample } from '@replywright/contract/dashboard/template-samples.ts'
import { uploadSample } from '@replywright/core/channel/provider/templates/upload-sample.ts'
import { readForm } from '@replywright/http/form.ts'
import { route } from '@replywright/http/route.ts'

export const uploadRoute = () =>
  route(uploadTemplateSample, ({ caller, body, now }) => uploadSample(caller.organizationId, body.file, now), {
    readForm,
  })
