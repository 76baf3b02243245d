import { Stack } from 'aws-cdk-lib/core'
import { dashboardUrlOf, type Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'
import { modelIdIn } from './default-model.ts'
import type { ServiceFunction } from './service-function.ts'

/** Amazon SES also checks the default configuration set of the sender's identity and, in its sandbox, the recipient's identity. */
const RESOURCES = ['identity', 'configuration-set']

/** Allows a function to send mails from `mailFrom` with Amazon SES. Without that setting, no mails are sent. */
export function allowMail(sender: ServiceFunction, settings: Settings): void {
  const { mailFrom } = settings
  const dashboardUrl = dashboardUrlOf(settings)
  if (mailFrom === '') return
  const stack = Stack.of(sender)
  sender.allow(
    {
      actions: ['ses:SendEmail'],
      resources: RESOURCES.map((resource) => stack.formatArn({ service: 'ses', resource, resourceName: '*' })),
      conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
    },
    { MAIL_FROM: mailFrom, ...(dashboardUrl && { DASHBOARD_URL: dashboardUrl }) },
  )
  for (const resource of RESOURCES)
    acknowledge(
      sender,
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${resource}/*]`,
      'A condition limits the sender to one address.',
    )
}

/** Allows to transcribe voice messages with Amazon Transcribe, if languages are set, and passes them as `TRANSCRIBE_LANGUAGES`. */
export function allowTranscribe(caller: ServiceFunction, { transcribeLanguages }: Settings): void {
  if (transcribeLanguages === '') return
  caller.allow(
    { actions: ['transcribe:StartStreamTranscription'], resources: ['*'] },
    { TRANSCRIBE_LANGUAGES: transcribeLanguages },
  )
  acknowledge(caller, 'AwsSolutions-IAM5[Resource::*]', 'A stream has no resource.')
}

/** Allows to check texts with Amazon Bedrock, if the setting `guardrails` is on, and passes it as `GUARDRAILS`. */
export function allowGuardrails(caller: ServiceFunction, { guardrails }: Settings): void {
  if (guardrails === '') return
  caller.allow({ actions: ['bedrock:InvokeGuardrailChecks'], resources: ['*'] }, { GUARDRAILS: guardrails })
  acknowledge(caller, 'AwsSolutions-IAM5[Resource::*]', 'A check has no resource.')
}

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
      BEDROCK_MODEL_ID: modelIdIn(caller, settings),
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

/** Allows a worker to embed texts with the deployment's embedding model, if it is one of Amazon Bedrock. */
export function allowEmbedding(caller: ServiceFunction, { embeddingModel }: Settings): void {
  const [, id] = embeddingModel.match(/^bedrock:(.+)$/) ?? []
  if (id === undefined) return
  const model = { service: 'bedrock', account: '', resource: 'foundation-model', resourceName: id }
  caller.allow({ actions: ['bedrock:InvokeModel'], resources: [Stack.of(caller).formatArn(model)] })
}

/** The prefix of an inference profile, which routes calls to models of several regions. */
const PROFILE = /^(?:[a-z]{2}|us-gov|apac|global)\./

/** Allows a worker to read pictures of pages with the deployment's model for them, if it is one of Amazon Bedrock. */
export function allowScans(caller: ServiceFunction, { scanModel }: Settings): void {
  const [, id] = scanModel.match(/^bedrock:(.+)$/) ?? []
  if (id === undefined) return
  const stack = Stack.of(caller)
  const model = { service: 'bedrock', account: '', resource: 'foundation-model' }
  if (!PROFILE.test(id)) {
    caller.allow({ actions: ['bedrock:InvokeModel'], resources: [stack.formatArn({ ...model, resourceName: id })] })
    return
  }
  const resourceName = id.replace(PROFILE, '')
  const models = stack.formatArn({ ...model, region: '*', resourceName })
  const profile = stack.formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: id })
  caller.allow({ actions: ['bedrock:InvokeModel'], resources: [models, profile] })
  acknowledge(
    caller,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${resourceName}]`,
    'An inference profile routes calls to other regions.',
  )
}
