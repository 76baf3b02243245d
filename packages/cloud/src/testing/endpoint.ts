import type { Service } from '../front-door/call.ts'
import { listenAtFrontDoor } from '../front-door/front-door.ts'
import { administrator, createPrincipals } from '../front-door/principals.ts'

/**
 * Starts one service alone, behind a front door of its own. `build` gets the secret keys by access key. Returns its URL, credentials that it
 * accepts, and the environment of a client.
 */
export async function startEndpoint(
  name: string,
  build: (secretOf: ReturnType<typeof createPrincipals>['secretOf']) => Service,
) {
  const principals = createPrincipals()
  const frontDoor = await listenAtFrontDoor({ principals })
  frontDoor.open({ [name]: build(principals.secretOf) })
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
