import { expect, test } from 'vitest'
import { bedrockProblem, needsSubscription } from './bedrock-problem.ts'

const FORM =
  'Model use case details have not been submitted for this account. Fill out the Anthropic use case details form before using the model. If you have already filled out the form, try again in 15 minutes.'
const MARKETPLACE =
  'Model access is denied due to IAM user or service role is not authorized to perform the required AWS Marketplace actions (aws-marketplace:ViewSubscriptions, aws-marketplace:Subscribe) to enable access to this model. Your AWS Marketplace subscription for this model cannot be completed at this time. If you recently fixed this issue, try again after 2 minutes.'
const DENIED =
  'User: arn:aws:sts::000000000000:assumed-role/Answer/x is not authorized to perform: bedrock:InvokeModel on resource: arn:aws:bedrock:eu-central-1:000000000000:inference-profile/x because no identity-based policy allows the bedrock:InvokeModel action'

test.each([
  [404, 'ResourceNotFoundException', FORM, { kind: 'use_case_form', mayPass: true }],
  [403, 'AccessDeniedException', MARKETPLACE, { kind: 'subscription', mayPass: true }],
  [403, 'MPAgreementBeingCreated', 'It is still being processed', { kind: 'subscription', mayPass: true }],
  [403, 'AccessDeniedException', DENIED, { kind: 'permission', mayPass: true }],
  [
    403,
    'AccessDeniedException',
    "You don't have access to the model with the specified model ID.",
    { kind: 'account', mayPass: true },
  ],
  [400, 'ValidationException', 'Operation not allowed', { kind: 'account', mayPass: true }],
  [
    429,
    'ThrottlingException',
    'Too many tokens per day, please wait before trying again.',
    { kind: 'daily_quota', mayPass: true },
  ],
  [
    400,
    'ValidationException',
    'Invocation of model ID amazon.x with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    { kind: 'profile', mayPass: false },
  ],
  [400, 'ValidationException', 'The provided model identifier is invalid.', { kind: 'model', mayPass: false }],
  [
    404,
    'ResourceNotFoundException',
    'Access denied. This Model is marked by provider as Legacy and you have not been actively using the model in the last 15 days.',
    { kind: 'legacy', mayPass: false },
  ],
] as const)('%i %s: %s', (status, code, message, problem) => {
  expect(bedrockProblem(status, code, message)).toMatchObject(problem)
})

test.each([
  [400, 'ValidationException', 'Input is too long for requested model.'],
  [429, 'ThrottlingException', 'Too many requests, please wait before trying again.'],
  [503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.'],
])('%i %s is not an access problem', (status, code, message) => {
  expect(bedrockProblem(status, code, message)).toBeUndefined()
})

test.each([
  ['amazon.nova-lite-v1:0', false],
  ['global.amazon.nova-2-lite-v1:0', false],
  ['openai.gpt-oss-120b-1:0', false],
  ['anthropic.claude-haiku-4-5-20251001-v1:0', true],
  ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', true],
  ['eu.cohere.command-r-v1:0', true],
  ['meta.llama3.1-8b', false],
])('%s needs a subscription: %s', (id, needed) => {
  expect(needsSubscription(id)).toBe(needed)
})
