import { guardrailChecksService } from '../bedrock/guardrail-checks-service.ts'
import { listenAtFrontDoor } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'

/** Starts Amazon Bedrock's guardrail checks alone. Returns the URL, and credentials that it accepts. */
export async function startGuardrailChecks() {
  const principals = createPrincipals()
  const frontDoor = await listenAtFrontDoor({ principals })
  frontDoor.open({ bedrock: guardrailChecksService() })
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
      AWS_REGION: 'eu-central-1',
    },
    [Symbol.asyncDispose]: frontDoor.stop,
  }
}
