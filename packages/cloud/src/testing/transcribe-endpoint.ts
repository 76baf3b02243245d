import { listenAtFrontDoor } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'
import { transcribeService } from '../transcribe/transcribe-service.ts'

/** Starts Amazon Transcribe alone. Returns its URL, and credentials that it accepts. */
export async function startTranscribe() {
  const principals = createPrincipals()
  const frontDoor = await listenAtFrontDoor({ principals })
  frontDoor.open({ transcribe: transcribeService(principals.secretOf) })
  const { endpointUrl } = frontDoor
  return {
    endpointUrl,
    principals,
    trusted: principals.issue(administrator('000000000000')),
    [Symbol.asyncDispose]: frontDoor.stop,
  }
}
