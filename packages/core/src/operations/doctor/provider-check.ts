import { PROVIDER } from '../../channel/capabilities.ts'
import { channels } from '../../channel/channels.ts'
import { type Check, fails, ok, ops } from './finding.ts'

export const providerCheck: Check = {
  name: 'provider',
  rights: ['dynamodb:GetItem', 'kms:Decrypt'],
  async run(deployment) {
    const setup = await channels.get(PROVIDER)?.describeSetup(deployment.now)
    if (setup === undefined)
      return fails(
        'the provider is not configured: its messages are rejected',
        `APP_SECRET=… VERIFY_TOKEN=… ${ops('provider set', deployment)}`,
      )
    return ok(setup)
  },
}
