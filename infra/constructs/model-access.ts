import { Stack } from 'aws-cdk-lib/core'
import type { Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

const REASON = 'An agent names the model that answers for it, so that any of Amazon Bedrock may be meant.'

/**
 * Lets `caller` call the models of Amazon Bedrock, and tells it the defaults as `BEDROCK_MODEL_ID` and
 * `BEDROCK_IMAGE_MODEL_ID`. A profile passes calls on to other regions, or to none in particular (`global.`): the models are
 * named in all of them.
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
    { BEDROCK_MODEL_ID: settings.bedrockModelId, BEDROCK_IMAGE_MODEL_ID: settings.bedrockImageModelId },
  )
  acknowledge(caller, 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/*]', REASON)
  acknowledge(
    caller,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:<AWS::Region>:<AWS::AccountId>:inference-profile/*]',
    REASON,
  )
}
