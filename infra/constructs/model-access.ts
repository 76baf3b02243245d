import { Stack } from 'aws-cdk-lib/core'
import type { Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

const REASON = 'Each agent names its model, which can be any model of Amazon Bedrock.'

/**
 * Allows `caller` to call all models of Amazon Bedrock, and passes the defaults as `BEDROCK_MODEL_ID`,
 * `BEDROCK_FALLBACK_MODEL_ID` and `BEDROCK_IMAGE_MODEL_ID`. An inference profile routes calls to other regions (`global.`: to any region), so the policy covers
 * the models of all regions.
 */
export function grantModels(caller: ServiceFunction, settings: Settings): void {
  const stack = Stack.of(caller)
  const models = stack.formatArn({
    service: 'bedrock',
    region: '*',
    account: '',
    resource: 'foundation-model',
    resourceName: '*',
  })
  const profiles = stack.formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: '*' })
  caller.allow(
    { actions: ['bedrock:InvokeModel'], resources: [models, profiles] },
    {
      BEDROCK_MODEL_ID: settings.bedrockModelId,
      BEDROCK_FALLBACK_MODEL_ID: settings.bedrockFallbackModelId,
      BEDROCK_IMAGE_MODEL_ID: settings.bedrockImageModelId,
    },
  )
  acknowledge(caller, 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/*]', REASON)
  acknowledge(
    caller,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:<AWS::Region>:<AWS::AccountId>:inference-profile/*]',
    REASON,
  )
}
