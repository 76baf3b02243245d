import { findProviderSettings, getProviderBaseUrl } from '../../channel/provider/provider-settings.ts'
import { type Check, fails, ok, ops } from './finding.ts'

export const providerCheck: Check = {
  name: 'provider',
  rights: ['dynamodb:GetItem', 'kms:Decrypt'],
  async run(deployment) {
    const settings = await findProviderSettings(deployment.now)
    if (!settings)
      return fails(
        'the provider is not configured: its messages are rejected',
        `APP_SECRET=… VERIFY_TOKEN=… ${ops('provider set', deployment)}`,
      )
    return ok(`app secret and verify token are set, for ${await getProviderBaseUrl(deployment.now)}`)
  },
}
