import { Match, Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { App, Stack } from 'aws-cdk-lib/core'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import cdkJson from '../../cdk.json' with { type: 'json' }
import { readSettings } from '../settings.ts'
import { allowEmbedding, allowGuardrails, allowScans, allowTranscribe, grantModels } from './rights.ts'
import { ServiceFunction } from './service-function.ts'

test.each([
  ['en-US,es-US', 1],
  ['', 0],
])('with the languages %j, %i functions may transcribe', (languages, count) => {
  const app = new App({ context: cdkJson.context, analyticsReporting: false })
  const stack = new Stack(app, 'Stack')
  const settings = readSettings((key) => (key === 'transcribeLanguages' ? languages : undefined))
  const code = (entry: string) => Code.fromInline(entry)
  allowTranscribe(new ServiceFunction(stack, 'Answer', { settings, code, entry: 'answer' }), settings)
  expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([])
  const template = Template.fromStack(stack)
  const variables = { Environment: { Variables: { TRANSCRIBE_LANGUAGES: languages } } }
  template.resourcePropertiesCountIs('AWS::Lambda::Function', Match.objectLike(variables), count)
  const statement = { Effect: 'Allow', Action: 'transcribe:StartStreamTranscription', Resource: '*' }
  const policies = [{ PolicyDocument: { Statement: Match.arrayWith([statement]) } }]
  template.resourcePropertiesCountIs('AWS::IAM::Role', Match.objectLike({ Policies: policies }), count)
})

test.each([
  ['bedrock', 1],
  ['', 0],
])('with the guardrails %j, %i functions may check texts', (guardrails, count) => {
  const app = new App({ context: cdkJson.context, analyticsReporting: false })
  const stack = new Stack(app, 'Stack')
  const settings = readSettings((key) => (key === 'guardrails' ? guardrails : undefined))
  const code = (entry: string) => Code.fromInline(entry)
  allowGuardrails(new ServiceFunction(stack, 'Answer', { settings, code, entry: 'answer' }), settings)
  expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([])
  const template = Template.fromStack(stack)
  const variables = { Environment: { Variables: { GUARDRAILS: guardrails } } }
  template.resourcePropertiesCountIs('AWS::Lambda::Function', Match.objectLike(variables), count)
  const statement = { Effect: 'Allow', Action: 'bedrock:InvokeGuardrailChecks', Resource: '*' }
  const policies = [{ PolicyDocument: { Statement: Match.arrayWith([statement]) } }]
  template.resourcePropertiesCountIs('AWS::IAM::Role', Match.objectLike({ Policies: policies }), count)
})

test('allows any model of Amazon Bedrock, passes the defaults, and explains the wildcards to cdk-nag', () => {
  const app = new App({ context: cdkJson.context, analyticsReporting: false })
  const stack = new Stack(app, 'Stack')
  const settings = readSettings((key) => (key === 'bedrockImageModelId' ? 'amazon.nova-canvas-v1:0' : undefined))
  const code = (entry: string) => Code.fromInline(entry)
  const caller = new ServiceFunction(stack, 'Answer', { settings, code, entry: 'answer' })
  grantModels(caller, settings)
  const { violations } = new AwsSolutionsChecks(app).validateScope(app)
  expect(violations).toEqual([])
  const template = Template.fromStack(stack)
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: {
      Variables: {
        BEDROCK_MODEL_ID: {
          'Fn::If': ['InTheEuropeanUnion', 'eu.amazon.nova-2-lite-v1:0', 'global.amazon.nova-2-lite-v1:0'],
        },
        BEDROCK_IMAGE_MODEL_ID: 'amazon.nova-canvas-v1:0',
      },
    },
  })
  const arn = (rest: unknown[]) => ({ 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ...rest]] })
  template.hasResourceProperties('AWS::IAM::Role', {
    Policies: [
      {
        PolicyDocument: {
          Statement: Match.arrayWith([
            {
              Effect: 'Allow',
              Action: 'bedrock:InvokeModel',
              Resource: [
                arn([':bedrock:', { Ref: 'AWS::Region' }, ':', { Ref: 'AWS::AccountId' }, ':inference-profile/*']),
                arn([':bedrock:*::foundation-model/*']),
              ],
            },
          ]),
        },
      },
    ],
  })
})

test.each([
  ['bedrock:amazon.titan-embed-text-v2:0', 1],
  ['text-embedding-3-small', 0],
  ['', 0],
])('the embedding model %j adds %i rights', (embeddingModel, count) => {
  const stack = new Stack(new App({ context: cdkJson.context, analyticsReporting: false }), 'Stack')
  const settings = readSettings((key) => (key === 'embeddingModel' ? embeddingModel : undefined))
  const code = (entry: string) => Code.fromInline(entry)
  allowEmbedding(new ServiceFunction(stack, 'Extract', { settings, code, entry: 'extract' }), settings)
  const rights =
    JSON.stringify(Template.fromStack(stack).toJSON()).split('foundation-model/amazon.titan-embed').length - 1
  expect(rights).toBe(count)
})

test.each([
  ['bedrock:amazon.nova-lite-v1:0', ['foundation-model/amazon.nova-lite-v1:0']],
  [
    'bedrock:eu.amazon.nova-lite-v1:0',
    ['foundation-model/amazon.nova-lite-v1:0', 'inference-profile/eu.amazon.nova-lite-v1:0'],
  ],
  ['gpt-4.1-mini', []],
  ['', []],
])('the model %j for pictures of pages adds rights to %j', (scanModel, resources) => {
  const stack = new Stack(new App({ context: cdkJson.context, analyticsReporting: false }), 'Stack')
  const settings = readSettings((key) => (key === 'scanModel' ? scanModel : undefined))
  const code = (entry: string) => Code.fromInline(entry)
  allowScans(new ServiceFunction(stack, 'Extract', { settings, code, entry: 'extract' }), settings)
  const template = JSON.stringify(Template.fromStack(stack).toJSON())
  const granted = template.match(/(?:foundation-model|inference-profile)\/[\w.:-]+/g) ?? []
  expect(granted.toSorted()).toEqual(resources)
})
