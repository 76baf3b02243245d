import { listenAtFrontDoor } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'
import { transcribeService } from '../transcribe/transcribe-service.ts'

/** Starts Amazon Transcribe alone. Returns its URL, credentials that it accepts, and the environment of a client. */
export async function startTranscribe() {
  const principals = createPrincipals()
  const frontDoor = await listenAtFrontDoor({ principals })
  frontDoor.open({ transcribe: transcribeService(principals.secretOf) })
  const { endpointUrl } = frontDoor
  const trusted = principals.issue(administrator('000000000000'))
  return {
    endpointUrl,
    principals,
    trusted,
    environment: {
      AWS_ENDPOINT_URL: endpointUrl,
      AWS_ACCESS_KEY_ID: trusted.accessKeyId,
      AWS_SECRET_ACCESS_KEY: trusted.secretAccessKey,
    },
    [Symbol.asyncDispose]: frontDoor.stop,
  }
}
